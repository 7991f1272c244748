#include "profiler/cpu/v8_sampler.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "profiler/cpu/realm_recorder.h"
#include "runtime/base/clock.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

// How many threads of this process have the name that V8 gives its own.
int V8SamplerThreads() {
  int threads = 0;
  std::error_code error;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(task.path() / "comm");
    std::string name;
    std::getline(file, name);
    if (name == "v8:ProfEvntProc") ++threads;
  }
  return threads;
}

constexpr char kSomeWork[] = R"(
function work() {
  let x = 0;
  for (let i = 0; i < 1e5; i++) x = (x * 31 + i) | 0;
  return x;
}
work();
'done')";

int64_t SamplesOfWork(const RealmRecorder::Result& result) {
  int64_t samples = 0;
  for (const SampleLog::Entry& entry : result.recording.samples.entries()) {
    const StackFrame& frame = result.recording.symbols.frames()[entry.frame];
    const Function& function =
        result.recording.symbols.functions()[frame.function];
    const std::string name(result.recording.symbols.strings()[function.name]);
    if (name == "work") samples += entry.values.samples;
  }
  return samples;
}

TEST(V8SamplerTest, ARealmWithFewSamplesHasThemWithoutAThreadOfV8s) {
  WithIsolate([](IsolateScope& scope) {
    const auto recorder = RealmRecorder::Start(scope.host(), 1000);
    EXPECT_EQ(V8SamplerThreads(), 0);
    // Not on the clock: fewer ticks come on a busy machine, and never more.
    // No two ticks are closer than half an interval.
    const int64_t end = ThreadCpuNanos() + 20'000'000;
    while (ThreadCpuNanos() < end) {
      EXPECT_EQ(RunScript(scope, "file:///app.js", kSomeWork), "done");
    }
    EXPECT_EQ(V8SamplerThreads(), 0);
    EXPECT_GT(SamplesOfWork(recorder->Finish()), 0);
    EXPECT_EQ(V8SamplerThreads(), 0);
  });
}

TEST(V8SamplerTest, ARealmWithManySamplesHasAThreadThatTakesThemOut) {
  WithIsolate([](IsolateScope& scope) {
    const auto recorder = RealmRecorder::Start(scope.host(), 100);
    const absl::Time deadline = absl::Now() + absl::Seconds(30);
    while (V8SamplerThreads() == 0 && absl::Now() < deadline) {
      EXPECT_EQ(RunScript(scope, "file:///app.js", kSomeWork), "done");
    }
    EXPECT_EQ(V8SamplerThreads(), 1);
    EXPECT_GE(SamplesOfWork(recorder->Finish()), kSamplesAtOnce / 2);
    EXPECT_EQ(V8SamplerThreads(), 0);
  });
}

}  // namespace
}  // namespace rt
