#include "profiler/cpu/profile_session.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

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
