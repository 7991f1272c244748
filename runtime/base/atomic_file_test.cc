#include "runtime/base/atomic_file.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::Status Write(const std::string& path, std::string_view content) {
  absl::StatusOr<AtomicFile> file = AtomicFile::Create(path);
  if (!file.ok()) return file.status();
  if (absl::Status status = file->Append(content); !status.ok()) return status;
  return file->Commit();
}

mode_t Mode(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(lstat(path.c_str(), &info), 0);
  return info.st_mode;
}

TEST(AtomicFileTest, MakesANewFileAndLeavesNothingElse) {
  const TempFolder folder;
  ASSERT_EQ(Write(folder / "a", "hello"), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "hello");
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

TEST(AtomicFileTest, ANewFileGetsThePermissionsOfTheUmask) {
  const TempFolder folder;
  const mode_t old = umask(027);
  ASSERT_EQ(Write(folder / "a", "hello"), absl::OkStatus());
  umask(old);
  EXPECT_EQ(Mode(folder / "a") & 07777, 0640u);
}

TEST(AtomicFileTest, AFileThatIsThereIsReplacedAndKeepsItsPermissions) {
  const TempFolder folder;
  WriteFile(folder / "a", "a much longer old content");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0600), 0);
  ASSERT_EQ(Write(folder / "a", "new"), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "new");
  EXPECT_EQ(Mode(folder / "a") & 07777, 0600u);
}

TEST(AtomicFileTest, TheOldContentIsThereUntilTheCommit) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  absl::StatusOr<AtomicFile> file = AtomicFile::Create(folder / "a");
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->Append(std::string(1'000'000, 'x')).ok());
  EXPECT_EQ(ReadFile(folder / "a"), "old");
  ASSERT_TRUE(file->Commit().ok());
  EXPECT_EQ(ReadFile(folder / "a"), std::string(1'000'000, 'x'));
}

TEST(AtomicFileTest, WithoutACommitNothingHasHappened) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  {
    absl::StatusOr<AtomicFile> file = AtomicFile::Create(folder / "a");
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->Append("new").ok());
  }
  EXPECT_EQ(ReadFile(folder / "a"), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

TEST(AtomicFileTest, ASymbolicLinkStaysOne) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  ASSERT_EQ(symlink("a", (folder / "link").c_str()), 0);
  ASSERT_EQ(Write(folder / "link", "new"), absl::OkStatus());
  EXPECT_TRUE(S_ISLNK(Mode(folder / "link")));
  EXPECT_EQ(ReadFile(folder / "a"), "new");
  EXPECT_THAT(folder.Names(), ElementsAre("a", "link"));
}

TEST(AtomicFileTest, APipeIsWrittenToAndNotReplaced) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = ReadFile(folder / "pipe"); });
  EXPECT_EQ(Write(folder / "pipe", "hello"), absl::OkStatus());
  reader.join();
  EXPECT_EQ(read, "hello");
  EXPECT_TRUE(S_ISFIFO(Mode(folder / "pipe")));
}

TEST(AtomicFileTest, AMissingFolderIsNamed) {
  const TempFolder folder;
  const absl::Status status = Write(folder / "no/such/file", "x");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("can't write " + (folder / "no/such/file") +
                              ": No such file or directory"),
                    HasSubstr("make the folder " + (folder / "no/such"))));
}

TEST(AtomicFileTest, AFolderIsNotReplaced) {
  const TempFolder folder;
  const absl::Status status = Write(folder.path(), "x");
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr(folder.path()), HasSubstr("Is a directory")));
}

TEST(AtomicFileTest, AReadOnlyFolderIsNamed) {
  const TempFolder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  // Permissions don't bind root.
  const bool is_root = geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(seteuid(65534), 0);
  }
  const absl::Status status = Write(folder / "a", "x");
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr((folder / "a") + ": Permission denied"),
                    HasSubstr("choose a file in a folder")));
}

TEST(AtomicFileTest, AFullDeviceIsAnErrorAndStaysADevice) {
  const absl::Status status = Write("/dev/full", "x");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("/dev/full: No space left on device"),
                    HasSubstr("free some space")));
  EXPECT_TRUE(S_ISCHR(Mode("/dev/full")));
}

TEST(AtomicFileTest, AWriteBeyondTheFileSizeLimitLeavesTheOldFileWhole) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  const auto old_handler = signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit limit = {100'000, old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const absl::Status status = Write(folder / "a", std::string(200'000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  signal(SIGXFSZ, old_handler);

  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr((folder / "a") + ": File too large"),
                    HasSubstr("ulimit -f")));
  EXPECT_EQ(ReadFile(folder / "a"), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

// Runs in a child that has a user and mount namespace of its own, with a disk
// of 64 KiB on `folder`. Prints what it finds.
void FillSmallDisk(const TempFolder& folder, int out) {
  // Without a mapping, files in the new namespace could have no owner.
  const std::string user = "0 " + std::to_string(getuid()) + " 1";
  const std::string group = "0 " + std::to_string(getgid()) + " 1";
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) _exit(77);
  WriteFile("/proc/self/setgroups", "deny");
  WriteFile("/proc/self/uid_map", user);
  WriteFile("/proc/self/gid_map", group);
  if (mount("disk", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
    _exit(77);
  }
  WriteFile(folder / "a", "old");
  const absl::Status status = Write(folder / "a", std::string(200'000, 'x'));
  std::string report = std::string(status.message()) + "\n" +
                       ReadFile(folder / "a") + "\n" +
                       ::testing::PrintToString(folder.Names()) + "\n";
  const bool ok = write(out, report.data(), report.size()) ==
                  static_cast<ssize_t>(report.size());
  _exit(ok && status.code() == absl::StatusCode::kResourceExhausted ? 0 : 1);
}

TEST(AtomicFileTest, AFullDiskLeavesTheOldFileWhole) {
  const TempFolder folder;
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) FillSmallDisk(folder, pipe_ends[1]);
  close(pipe_ends[1]);
  std::string report;
  char piece[4096];
  for (ssize_t n; (n = read(pipe_ends[0], piece, sizeof(piece))) > 0;) {
    report.append(piece, static_cast<size_t>(n));
  }
  close(pipe_ends[0]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) {
    GTEST_SKIP() << "this system gives no mount namespace to its users";
  }
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(report, "can't write " + (folder / "a") +
                        ": No space left on device; free some space or choose "
                        "a file on another disk\nold\n{ \"a\" }\n");
}

TEST(AtomicFileTest, TheLeftoverOfAKilledProcessIsInNobodysWay) {
  const TempFolder folder;
  // The first names that this process would take.
  for (int i = 1; i <= 200; ++i) {
    WriteFile(folder / (".rt-" + std::to_string(getpid()) + "-" +
                        std::to_string(i) + ".tmp"),
              "leftover");
  }
  ASSERT_EQ(Write(folder / "a", "new"), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "new");
  EXPECT_EQ(folder.Names().size(), 201u);
}

TEST(AtomicFileTest, ManyThreadsThatWriteOneFileLeaveOneOfTheirContents) {
  const TempFolder folder;
  std::vector<std::thread> threads;
  for (char c = 'a'; c < 'e'; ++c) {
    threads.emplace_back([&, c] {
      for (int i = 0; i < 25; ++i) {
        EXPECT_TRUE(Write(folder / "f", std::string(50'000, c)).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string content = ReadFile(folder / "f");
  ASSERT_EQ(content.size(), 50'000u);
  EXPECT_EQ(content, std::string(50'000, content[0]));
  EXPECT_THAT(folder.Names(), ElementsAre("f"));
}

}  // namespace
}  // namespace rt
