#include "runtime/base/file_replacement.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::ElementsAre;

constexpr uid_t kNobody = 65534;

int Write(const std::string& path, absl::string_view content,
          const FileReplacement::Options& options = {}) {
  FileReplacement file;
  if (const int error = file.Open(path, options); error != 0) return error;
  if (const int error = file.Append(content); error != 0) return error;
  return file.Commit();
}

struct stat Stat(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(lstat(path.c_str(), &info), 0) << path;
  return info;
}

mode_t Mode(const std::string& path) { return Stat(path).st_mode & 07777; }

// Permissions do not bind root: what is about them runs as nobody.
class AsNobody {
 public:
  AsNobody() : is_root_(geteuid() == 0) {
    if (is_root_) EXPECT_EQ(seteuid(kNobody), 0);
  }
  ~AsNobody() {
    if (is_root_) EXPECT_EQ(seteuid(0), 0);
  }

 private:
  const bool is_root_;
};

TEST(FileReplacementTest, ALinkToNothingMakesWhatItPointsTo) {
  const TempFolder folder;
  ASSERT_EQ(mkdir((folder / "sub").c_str(), 0777), 0);
  ASSERT_EQ(symlink("sub/b", (folder / "a").c_str()), 0);
  ASSERT_EQ(symlink("../c", (folder / "sub/b").c_str()), 0);
  ASSERT_EQ(Write(folder / "a", "new"), 0);
  EXPECT_EQ(ReadFile(folder / "c"), "new");
  EXPECT_TRUE(S_ISLNK(Stat(folder / "a").st_mode));
  EXPECT_TRUE(S_ISLNK(Stat(folder / "sub/b").st_mode));
}

TEST(FileReplacementTest, AProcessThatIsKilledLeavesNothing) {
  const TempFolder folder;
  const int probe =
      open(folder.path().c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
  if (probe == -1) GTEST_SKIP() << "this file system has no unnamed files";
  close(probe);
  const pid_t child = fork();
  if (child == 0) {
    FileReplacement file;
    if (file.Open(folder / "a", {}) == 0 && file.Append("half") == 0) {
      raise(SIGKILL);
    }
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FileReplacementTest, LinksInACircleAreAnError) {
  const TempFolder folder;
  ASSERT_EQ(symlink("b", (folder / "a").c_str()), 0);
  ASSERT_EQ(symlink("a", (folder / "b").c_str()), 0);
  EXPECT_EQ(Write(folder / "a", "new"), ELOOP);
}

TEST(FileReplacementTest, WhatMustExistIsNotMade) {
  const TempFolder folder;
  const FileReplacement::Options options = {
      .expect = FileReplacement::Expect::kExisting};
  EXPECT_EQ(Write(folder / "a", "new", options), ENOENT);
  EXPECT_THAT(folder.Names(), ElementsAre());
  WriteFile(folder / "a", "old");
  EXPECT_EQ(Write(folder / "a", "new", options), 0);
  EXPECT_EQ(ReadFile(folder / "a"), "new");
}

TEST(FileReplacementTest, WhatMustBeNewIsNeitherAFileNorALink) {
  const TempFolder folder;
  const FileReplacement::Options options = {.expect =
                                                FileReplacement::Expect::kNew};
  EXPECT_EQ(Write(folder / "a", "first", options), 0);
  EXPECT_EQ(Write(folder / "a", "second", options), EEXIST);
  ASSERT_EQ(symlink("nothing", (folder / "link").c_str()), 0);
  EXPECT_EQ(Write(folder / "link", "second", options), EEXIST);
  EXPECT_EQ(ReadFile(folder / "a"), "first");
  EXPECT_THAT(folder.Names(), ElementsAre("a", "link"));
}

TEST(FileReplacementTest, WhatMustBeNewIsRefusedWhenItAppearsMeanwhile) {
  const TempFolder folder;
  FileReplacement file;
  ASSERT_EQ(file.Open(folder / "a", {.expect = FileReplacement::Expect::kNew}),
            0);
  ASSERT_EQ(file.Append("late"), 0);
  WriteFile(folder / "a", "early");
  EXPECT_EQ(file.Commit(), EEXIST);
  EXPECT_EQ(ReadFile(folder / "a"), "early");
}

TEST(FileReplacementTest, PermissionsAreTheOldOnesElseModeLessTheUmask) {
  const TempFolder folder;
  const mode_t old = umask(027);
  EXPECT_EQ(Write(folder / "a", "1", {.mode = 0666}), 0);
  EXPECT_EQ(Mode(folder / "a"), 0640u);
  EXPECT_EQ(Write(folder / "b", "1", {.mode = 0755}), 0);
  EXPECT_EQ(Mode(folder / "b"), 0750u);
  ASSERT_EQ(chmod((folder / "b").c_str(), 0606), 0);
  EXPECT_EQ(Write(folder / "b", "2", {.mode = 0755}), 0);
  EXPECT_EQ(Mode(folder / "b"), 0606u);
  EXPECT_EQ(Write(folder / "b", "3", {.exact_mode = 0777}), 0);
  EXPECT_EQ(Mode(folder / "b"), 0777u);
  umask(old);
}

// As the kernel does it at any write (inode(7)).
TEST(FileReplacementTest, TheSetUserIdBitGoes) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  ASSERT_EQ(chmod((folder / "a").c_str(), 06755), 0);
  EXPECT_EQ(Write(folder / "a", "new"), 0);
  EXPECT_EQ(Mode(folder / "a"), 0755u);
}

TEST(FileReplacementTest, TheOwnerStays) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  ASSERT_EQ(chown((folder / "a").c_str(), kNobody, 12345), 0);
  EXPECT_EQ(Write(folder / "a", "new"), 0);
  EXPECT_EQ(Stat(folder / "a").st_uid, kNobody);
  EXPECT_EQ(Stat(folder / "a").st_gid, 12345u);
}

// The form of an ACL as an attribute, from linux/posix_acl_xattr.h: version 2,
// then tag, permissions and id of each entry.
std::string Acl(uint8_t user_12345_permissions) {
  const auto entry = [](uint8_t tag, uint8_t permissions, uint32_t id) {
    std::string bytes = {static_cast<char>(tag), 0,
                         static_cast<char>(permissions), 0};
    for (int shift = 0; shift < 32; shift += 8) {
      bytes += static_cast<char>(id >> shift);
    }
    return bytes;
  };
  constexpr uint32_t kNone = 0xffffffff;
  return std::string("\2\0\0\0", 4) + entry(1, 6, kNone) +
         entry(2, user_12345_permissions, 12345) + entry(4, 4, kNone) +
         entry(16, 6, kNone) + entry(32, 4, kNone);
}

std::string AclOf(const std::string& path) {
  std::array<char, 256> bytes;
  const ssize_t size = getxattr(path.c_str(), "system.posix_acl_access",
                                bytes.data(), bytes.size());
  return size > 0 ? std::string(bytes.data(), static_cast<size_t>(size)) : "";
}

TEST(FileReplacementTest, TheAclStaysAndNoneComesFromTheFolder) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  WriteFile(folder / "plain", "old");
  const std::string acl = Acl(6);
  if (setxattr((folder / "a").c_str(), "system.posix_acl_access", acl.data(),
               acl.size(), 0) != 0) {
    GTEST_SKIP() << "this file system has no ACLs";
  }
  const std::string inherited = Acl(4);
  ASSERT_EQ(setxattr(folder.path().c_str(), "system.posix_acl_default",
                     inherited.data(), inherited.size(), 0),
            0);
  EXPECT_EQ(Write(folder / "a", "new"), 0);
  EXPECT_EQ(AclOf(folder / "a"), acl);
  EXPECT_EQ(Write(folder / "plain", "new"), 0);
  EXPECT_EQ(AclOf(folder / "plain"), "");
}

TEST(FileReplacementTest, AnotherHardLinkKeepsTheOldContent) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  ASSERT_EQ(link((folder / "a").c_str(), (folder / "b").c_str()), 0);
  EXPECT_EQ(Write(folder / "a", "new"), 0);
  EXPECT_EQ(ReadFile(folder / "b"), "old");
}

TEST(FileReplacementTest, AFileThatMayNotBeWrittenIsNotReplaced) {
  const TempFolder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
  WriteFile(folder / "a", "old");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0444), 0);
  {
    const AsNobody nobody;
    EXPECT_EQ(Write(folder / "a", "new"), EACCES);
  }
  EXPECT_EQ(ReadFile(folder / "a"), "old");
}

TEST(FileReplacementTest, InAFolderThatTakesNoNewFileItIsWrittenInPlace) {
  const TempFolder folder;
  WriteFile(folder / "a", "a long old content");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0666), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  const ino_t inode = Stat(folder / "a").st_ino;
  {
    const AsNobody nobody;
    EXPECT_EQ(Write(folder / "a", "new"), 0);
  }
  EXPECT_EQ(ReadFile(folder / "a"), "new");
  EXPECT_EQ(Stat(folder / "a").st_ino, inode);
}

// A folder with the sticky bit takes the new file, but not in the place of
// another user's.
TEST(FileReplacementTest, WhereRenamingIsForbiddenItIsWrittenInPlace) {
  if (geteuid() != 0) GTEST_SKIP() << "needs files of two users";
  const TempFolder folder;
  WriteFile(folder / "a", "a long old content");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0666), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 01777), 0);
  const ino_t inode = Stat(folder / "a").st_ino;
  {
    const AsNobody nobody;
    EXPECT_EQ(Write(folder / "a", "new"), 0);
  }
  EXPECT_EQ(ReadFile(folder / "a"), "new");
  EXPECT_EQ(Stat(folder / "a").st_ino, inode);
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

// Such as /etc/hosts in a container.
TEST(FileReplacementTest, AMountPointIsWrittenInPlace) {
  const TempFolder folder;
  WriteFile(folder / "a", "a long old content");
  const std::string path = folder / "a";
  const pid_t child = fork();
  if (child == 0) {
    // As root for the writing; a user namespace where that is not given.
    if (unshare(CLONE_NEWNS) != 0 &&
        unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      _exit(77);
    }
    mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (mount(path.c_str(), path.c_str(), nullptr, MS_BIND, nullptr) != 0) {
      _exit(77);
    }
    _exit(Write(path, "new"));
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) {
    GTEST_SKIP() << "this system gives no mount namespace to its users";
  }
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(ReadFile(path), "new");
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

// As /dev/stdout is one, whose file the shell has opened and goes on writing.
TEST(FileReplacementTest, AnOpenFileInProcIsWrittenInPlace) {
  const TempFolder folder;
  const int fd = open((folder / "a").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_NE(fd, -1);
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  ASSERT_EQ(symlink(link.c_str(), (folder / "stdout").c_str()), 0);
  EXPECT_EQ(Write(folder / "stdout", "new"), 0);
  char bytes[8];
  EXPECT_EQ(read(fd, bytes, sizeof(bytes)), 3);
  close(fd);
  EXPECT_THAT(folder.Names(), ElementsAre("a", "stdout"));
}

}  // namespace
}  // namespace rt
