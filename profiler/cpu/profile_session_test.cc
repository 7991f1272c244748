#include "profiler/cpu/profile_session.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "runtime/base/clock.h"
#include "test/support/temp_folder.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

RealmInfo Info(uint64_t id, std::string kind) {
  return {id, "", "file:///app/main.ts", std::move(kind)};
}

TEST(ProfileSessionTest, CountsEachRealmThatRegisteredAndWritesTheFile) {
  const TempFolder folder;
  ProfileSession session({.path = folder / "p.pb", .program = "main.ts"});
  WithIsolate([&](IsolateScope&) {
    auto main = session.observer()->OnRealmStart(Info(0, "main"));
    ASSERT_NE(main, nullptr);
    std::thread([&] {
      WithIsolate([&](IsolateScope&) {
        EXPECT_NE(session.observer()->OnRealmStart(Info(1, "thread")), nullptr);
      });
    }).join();
  });
  const auto summary = session.Finish();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->realms, 2);
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"p.pb"});
}

TEST(ProfileSessionTest, TheFileIsThereWhenTheMainRealmsRecordingHasEnded) {
  const TempFolder folder;
  ProfileSession session({.path = folder / "p.pb"});
  WithIsolate([&](IsolateScope&) {
    auto main = session.observer()->OnRealmStart(Info(0, "main"));
    auto other = session.observer()->OnRealmStart(Info(1, "thread"));
    other.reset();
    EXPECT_EQ(folder.Names(), std::vector<std::string>{});
    main.reset();
    EXPECT_EQ(folder.Names(), std::vector<std::string>{"p.pb"});
  });
  EXPECT_TRUE(session.Finish().ok());
}

TEST(ProfileSessionTest, RefusesARealmThatStartsAfterTheMainRealmEnded) {
  const TempFolder folder;
  ProfileSession session({.path = folder / "p.pb"});
  WithIsolate([&](IsolateScope&) {
    session.observer()->OnRealmStart(Info(0, "main")).reset();
    EXPECT_EQ(session.observer()->OnRealmStart(Info(1, "thread")), nullptr);
  });
  const auto summary = session.Finish();
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->realms, 1);
}

TEST(ProfileSessionTest, WritesTheProfileSoFarOfARealmThatSpins) {
  const TempFolder folder;
  ProfileSession session({.path = folder / "p.pb"});
  int64_t so_far_ns = 0;
  WithIsolate([&](IsolateScope& scope) {
    const int64_t before = ThreadCpuNanos();
    auto main = session.observer()->OnRealmStart(Info(0, "main"));
    std::thread asker([&] {
      const auto summary = session.WriteSoFar(folder / "p.1.pb");
      scope.host().TerminateExecution();
      ASSERT_TRUE(summary.ok()) << summary.status();
      EXPECT_EQ(summary->realms, 1);
      EXPECT_EQ(summary->incomplete, 0);
      EXPECT_GT(summary->cpu_ns, 0);
      so_far_ns = summary->cpu_ns;
    });
    EXPECT_EQ(RunScript(scope, "file:///a.js", "for (;;);"), "terminated");
    asker.join();
    scope.host().CancelTerminateExecution();
    main.reset();
    const auto whole = session.Finish();
    ASSERT_TRUE(whole.ok()) << whole.status();
    EXPECT_GE(whole->cpu_ns, so_far_ns);
    EXPECT_LE(whole->cpu_ns, ThreadCpuNanos() - before);
  });
  EXPECT_EQ(folder.Names(), (std::vector<std::string>{"p.1.pb", "p.pb"}));
}

TEST(ProfileSessionTest, GoesOnWithoutARealmThatGivesNoAnswer) {
  const TempFolder folder;
  ProfileSession session({.path = folder / "p.pb"});
  WithIsolate([&](IsolateScope&) {
    auto main = session.observer()->OnRealmStart(Info(0, "main"));
    // It runs no JavaScript, and its loop has no turn.
    std::thread([&] {
      const auto summary = session.WriteSoFar(folder / "p.1.pb");
      ASSERT_TRUE(summary.ok()) << summary.status();
      EXPECT_EQ(summary->realms, 1);
      EXPECT_EQ(summary->incomplete, 1);
      EXPECT_EQ(summary->cpu_ns, 0);
    }).join();
    main.reset();
    const auto whole = session.Finish();
    ASSERT_TRUE(whole.ok()) << whole.status();
    EXPECT_EQ(whole->incomplete, 0);
    EXPECT_GT(whole->cpu_ns, 0);
  });
}

TEST(ProfileSessionTest, WritesNothingSoFarWhenTheMainRealmHasEnded) {
  const TempFolder folder;
  ProfileSession session({.path = folder / "p.pb"});
  WithIsolate([&](IsolateScope&) {
    session.observer()->OnRealmStart(Info(0, "main")).reset();
  });
  EXPECT_TRUE(
      absl::IsCancelled(session.WriteSoFar(folder / "p.1.pb").status()));
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"p.pb"});
}

TEST(ProfileSessionTest, SaysWhyTheFileCannotBeWritten) {
  const TempFolder folder;
  const std::string path = folder / "missing/p.pb";
  ProfileSession session({.path = path});
  const auto summary = session.Finish();
  ASSERT_FALSE(summary.ok());
  EXPECT_NE(summary.status().message().find(path), std::string::npos)
      << summary.status();
}

}  // namespace
}  // namespace rt
