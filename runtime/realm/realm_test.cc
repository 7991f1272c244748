#include "runtime/realm/realm.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "gtest/gtest.h"
#include "runtime/base/file_url.h"
#include "test/support/temp_folder.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

// Writes down which realms start and end, and where: "+0", "-1". Wrong is what
// RealmObservation's contract does not allow.
class Log : public RealmObserver {
 public:
  std::unique_ptr<RealmObservation> OnRealmStart(
      const RealmInfo& info) override {
    Add(absl::StrCat("+", info.id));
    return std::make_unique<Observation>(this, info.id);
  }

  // Until realm 1 has started.
  void AwaitChild() {
    absl::MutexLock lock(&mutex_, absl::Condition(this, &Log::HasChild));
  }

  std::vector<std::string> lines() {
    absl::MutexLock lock(&mutex_);
    return lines_;
  }

 private:
  class Observation : public RealmObservation {
   public:
    Observation(Log* log, uint64_t id)
        : log_(log),
          id_(id),
          thread_(std::this_thread::get_id()),
          isolate_(v8::Isolate::GetCurrent()) {}

    ~Observation() override {
      const bool right = std::this_thread::get_id() == thread_ &&
                         v8::Isolate::TryGetCurrent() == isolate_ &&
                         isolate_->InContext();
      log_->Add(absl::StrCat(right ? "-" : "wrong ", id_));
    }

   private:
    Log* const log_;
    const uint64_t id_;
    const std::thread::id thread_;
    v8::Isolate* const isolate_;
  };

  bool HasChild() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return std::find(lines_.begin(), lines_.end(), "+1") != lines_.end();
  }

  void Add(std::string line) {
    absl::MutexLock lock(&mutex_);
    lines_.push_back(std::move(line));
  }

  absl::Mutex mutex_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
};

class RealmTest : public testing::Test {
 protected:
  // The URL of a new file.
  std::string Write(const std::string& name, const std::string& text) {
    WriteFile(folder_ / name, text);
    return PathToFileUrl(folder_ / name);
  }

  Realm::Options Main(const std::string& text) {
    Realm::Options options;
    options.info.kind = "main";
    options.info.entry = Write("main.js", text);
    return options;
  }

  RealmResult Run(const std::string& text) {
    Realm realm(registry_, Main(text));
    return realm.Run();
  }

  TempFolder folder_;
  Log log_;
  RealmRegistry registry_{{.image = &TestImage(), .observer = &log_}};
};

using Lines = std::vector<std::string>;

TEST_F(RealmTest, AProgramThatEndsIsCompletedWithItsExitCode) {
  const RealmResult result =
      Run("import process from 'rt:process'; process.exitCode = 6;");
  EXPECT_EQ(result.end, RealmEnd::kCompleted);
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_EQ(log_.lines(), (Lines{"+0", "-0"}));
}

TEST_F(RealmTest, ARealmIsObservedAlsoWhereItsModuleIsMissing) {
  Realm::Options options;
  options.info.entry = "file:///no/such/module.js";
  Realm realm(registry_, std::move(options));
  const RealmResult result = realm.Run();
  EXPECT_EQ(result.end, RealmEnd::kError);
  EXPECT_EQ(result.exit_code, 1);
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(log_.lines(), (Lines{"+0", "-0"}));
}

TEST_F(RealmTest, TheMainRealmsObservationOutlivesAllOthers) {
  Write("spin.js",
        "import {port} from 'rt:realm'; port.postMessage(1); for (;;) {}");
  const RealmResult result = Run(R"(
      import {Realm} from 'rt:realm';
      for (let i = 0; i < 2; ++i) {
        const realm = new Realm({entry: './spin.js', thread: true}).unref();
        for await (const up of realm.ref().port) break;
        realm.unref();
      })");
  EXPECT_EQ(result.end, RealmEnd::kCompleted);
  const Lines lines = log_.lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines.front(), "+0");
  EXPECT_EQ(lines.back(), "-0");
  for (const std::string& line : lines)
    EXPECT_EQ(line.find("wrong"), line.npos);
}

TEST_F(RealmTest, TerminateBeforeRunEndsItBeforeAnyJavaScript) {
  Realm realm(registry_, Main("for (;;) {}"));
  realm.Terminate();
  EXPECT_EQ(realm.Run().end, RealmEnd::kTerminated);
  realm.Terminate();
}

TEST_F(RealmTest, TerminateFromAnotherThreadEndsALoopAndAWait) {
  for (const char* text : {"for (;;) {}", "setInterval(() => {}, 1000);"}) {
    Realm realm(registry_, Main(text));
    std::thread other([&] { realm.Terminate(); });
    EXPECT_EQ(realm.Run().end, RealmEnd::kTerminated);
    other.join();
  }
}

TEST_F(RealmTest, ExitProcessEndsTheMainRealmAfterItsExitListeners) {
  Write("child.js", "");
  Realm realm(registry_, Main(R"(
      import process, {on} from 'rt:process';
      import {Realm} from 'rt:realm';
      on('exit', (code) => { process.exitCode = code + 1; });
      new Realm({entry: './child.js', thread: true});
      for (;;) {})"));
  std::thread other([&] {
    log_.AwaitChild();
    registry_.ExitProcess(40);
  });
  const RealmResult result = realm.Run();
  other.join();
  EXPECT_EQ(result.end, RealmEnd::kExited);
  EXPECT_EQ(result.exit_code, 41);
}

TEST_F(RealmTest, AnErrorOfAnExitListenerIsTheRealmsError) {
  const RealmResult result = Run(R"(
      import {on} from 'rt:process';
      on('exit', () => { throw new Error('last'); });)");
  EXPECT_EQ(result.end, RealmEnd::kError);
  EXPECT_EQ(result.exit_code, 1);
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(result.error->message, "last");
}

TEST_F(RealmTest, AnUnsettledAwaitAndAnUnhandledRejectionAreToldApart) {
  RealmResult result = Run("await new Promise(() => {});");
  EXPECT_EQ(result.end, RealmEnd::kUnsettledAwait);
  EXPECT_EQ(result.exit_code, kUnsettledAwaitExitCode);
  result =
      Run("Promise.reject(new RangeError('r')); setTimeout(() => {}, 1e6);");
  EXPECT_EQ(result.end, RealmEnd::kError);
  EXPECT_EQ(result.error->name, "RangeError");
}

TEST_F(RealmTest, WhatV8DoesLaterRunsOnTheLoop) {
  const RealmResult result = Run(R"(
      import process from 'rt:process';
      const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
      await WebAssembly.compile(empty);
      const cells = new Int32Array(new SharedArrayBuffer(4));
      const {value} = Atomics.waitAsync(cells, 0, 0);
      const hold = setInterval(() => {}, 1000);
      setTimeout(() => Atomics.notify(cells, 0), 1);
      process.exitCode = (await value) === 'ok' ? 9 : 1;
      clearInterval(hold);)");
  EXPECT_EQ(result.end, RealmEnd::kCompleted);
  EXPECT_EQ(result.exit_code, 9);
}

}  // namespace
}  // namespace rt
