#include "runtime/store/remove.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::ElementsAre;

absl::Status RemoveIt(const std::string& path,
                      const RemoveOptions& options = {}) {
  Cancellation never;
  return Remove(path, options, never);
}

std::string Code(const absl::Status& status) {
  return GetErrorPayload(status, kErrorCode);
}

constexpr RemoveOptions kRecursive = {.recursive = true};

TEST(RemoveTest, AFileALinkOrAnEmptyFolder) {
  const TempFolder folder;
  WriteFile(folder / "file", "");
  ASSERT_EQ(mkdir((folder / "dir").c_str(), 0777), 0);
  ASSERT_EQ(symlink("file", (folder / "link").c_str()), 0);
  EXPECT_EQ(RemoveIt(folder / "link"), absl::OkStatus());
  EXPECT_THAT(folder.Names(), ElementsAre("dir", "file"));
  EXPECT_EQ(RemoveIt(folder / "file"), absl::OkStatus());
  EXPECT_EQ(RemoveIt(folder / "dir"), absl::OkStatus());
  EXPECT_THAT(folder.Names(), ElementsAre());
}

TEST(RemoveTest, NothingThereIsAnErrorUnlessForced) {
  const TempFolder folder;
  const absl::Status status = RemoveIt(folder / "no");
  EXPECT_EQ(std::string(status.message()),
            "cannot remove '" + (folder / "no") +
                "': No such file or directory (ENOENT)");
  EXPECT_EQ(RemoveIt(folder / "no", {.force = true}), absl::OkStatus());
  EXPECT_EQ(Code(RemoveIt(folder / "no", kRecursive)), "ENOENT");
  WriteFile(folder / "file", "");
  EXPECT_EQ(Code(RemoveIt(folder / "file/x", {.force = true})), "ENOTDIR");
}

TEST(RemoveTest, AFolderWithSomethingInItOnlyRecursively) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "a/b/c");
  WriteFile(folder / "a/b/file", "");
  WriteFile(folder / "a/.hidden", "");
  EXPECT_EQ(Code(RemoveIt(folder / "a")), "ENOTEMPTY");
  EXPECT_EQ(RemoveIt(folder / "a", kRecursive), absl::OkStatus());
  EXPECT_THAT(folder.Names(), ElementsAre());
}

TEST(RemoveTest, WhatALinkPointsToStays) {
  const TempFolder folder;
  const TempFolder outside;
  WriteFile(outside / "precious", "");
  ASSERT_EQ(mkdir((folder / "a").c_str(), 0777), 0);
  ASSERT_EQ(symlink(outside.path().c_str(), (folder / "a/link").c_str()), 0);
  ASSERT_EQ(symlink(outside.path().c_str(), (folder / "link").c_str()), 0);
  EXPECT_EQ(RemoveIt(folder / "a", kRecursive), absl::OkStatus());
  EXPECT_EQ(RemoveIt(folder / "link", kRecursive), absl::OkStatus());
  EXPECT_THAT(outside.Names(), ElementsAre("precious"));
  EXPECT_THAT(folder.Names(), ElementsAre());
}

TEST(RemoveTest, DotsAreRefusedBeforeAnythingIsRemoved) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "a/b/c");
  for (const char* path : {"a/.", "a/./", "a/b/..", "a/b/../"}) {
    EXPECT_EQ(Code(RemoveIt(folder / path, kRecursive)), "EINVAL") << path;
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/c"));
  std::filesystem::create_directories(folder / "...");
  WriteFile(folder / ".../file", "");
  EXPECT_EQ(RemoveIt(folder / "...", kRecursive), absl::OkStatus());
}

// Deeper than a path may be long, with fewer descriptors than it has folders.
TEST(RemoveTest, AnyDepth) {
  const TempFolder folder;
  ASSERT_EQ(mkdir((folder / "a").c_str(), 0777), 0);
  int here = open((folder / "a").c_str(), O_RDONLY | O_DIRECTORY);
  const std::string name(100, 'x');
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(mkdirat(here, name.c_str(), 0777), 0);
    const int below = openat(here, name.c_str(), O_RDONLY | O_DIRECTORY);
    close(here);
    here = below;
  }
  close(here);
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &old_limit), 0);
  const rlimit limit = {32, old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(RemoveIt(folder / "a", kRecursive), absl::OkStatus());
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &old_limit), 0);
  EXPECT_THAT(folder.Names(), ElementsAre());
}

TEST(RemoveTest, NamesWhatCouldNotBeRemoved) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "a/b/c");
  WriteFile(folder / "a/b/c/file", "");
  ASSERT_EQ(chmod((folder / "a/b/c").c_str(), 0555), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
  const bool is_root = geteuid() == 0;
  if (is_root) {
    // Permissions don't bind root.
    ASSERT_EQ(chown((folder / "a").c_str(), 65534, 65534), 0);
    ASSERT_EQ(chown((folder / "a/b").c_str(), 65534, 65534), 0);
    ASSERT_EQ(seteuid(65534), 0);
  }
  const absl::Status status = RemoveIt(folder / "a", kRecursive);
  if (is_root) ASSERT_EQ(seteuid(0), 0);
  EXPECT_EQ(std::string(status.message()), "cannot remove '" +
                                               (folder / "a/b/c/file") +
                                               "': Permission denied (EACCES)");
}

// Another process swaps a folder for a link to somewhere else again and again.
TEST(RemoveTest, ALinkPutInTheWayOfAFolderLeadsNowhere) {
  const TempFolder folder;
  const TempFolder outside;
  WriteFile(outside / "precious", "");
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    while (!done) {
      renameat2(AT_FDCWD, (folder / "link").c_str(), AT_FDCWD,
                (folder / "a/b").c_str(), RENAME_EXCHANGE);
    }
  });
  for (int i = 0; i < 100; ++i) {
    const int ignored =
        symlink(outside.path().c_str(), (folder / "link").c_str());
    static_cast<void>(ignored);
    // Made aside, so that the test itself does not go through the link.
    std::filesystem::create_directories(folder / "next/b/c");
    rename((folder / "next").c_str(), (folder / "a").c_str());
    // It may fail where the folder comes back as it is being removed.
    RemoveIt(folder / "a", kRecursive).IgnoreError();
    RemoveIt(folder / "link", kRecursive).IgnoreError();
  }
  done = true;
  swapper.join();
  EXPECT_THAT(outside.Names(), ElementsAre("precious"));
}

TEST(RemoveTest, CanBeGivenUp) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "a/b/c");
  Cancellation cancellation;
  cancellation.Request();
  EXPECT_EQ(Code(Remove(folder / "a", kRecursive, cancellation)), "ECANCELED");
}

}  // namespace
}  // namespace rt
