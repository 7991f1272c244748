#include "runtime/store/path_operations.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/file_info.h"
#include "runtime/store/folder_entries.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::ElementsAre;

std::string Code(const absl::Status& status) {
  return GetErrorPayload(status, kErrorCode);
}

TEST(MakeFolderTest, MakesOneWithItsModeLessTheUmask) {
  const TempFolder folder;
  const mode_t old = umask(027);
  EXPECT_EQ(MakeFolder(folder / "a", false, 0777), absl::OkStatus());
  umask(old);
  EXPECT_EQ(GetFileInfo(folder / "a", false)->permissions, 0750u);
  EXPECT_EQ(Code(MakeFolder(folder / "a", false, 0777)), "EEXIST");
  EXPECT_EQ(MakeFolder(folder / "b/c", false, 0777).message(),
            "cannot make the folder '" + (folder / "b/c") +
                "': No such file or directory (ENOENT)");
}

TEST(MakeFolderTest, RecursiveMakesAllAndIsNoErrorAgain) {
  const TempFolder folder;
  for (const char* path : {"a/b//c/", "a/b/c", "d", "x/../y"}) {
    EXPECT_EQ(MakeFolder(folder / path, true, 0777), absl::OkStatus());
    EXPECT_EQ(MakeFolder(folder / path, true, 0777), absl::OkStatus());
    EXPECT_TRUE(std::filesystem::is_directory(folder / path)) << path;
  }
  EXPECT_THAT(folder.Names(), ElementsAre("a", "d", "x", "y"));
  EXPECT_EQ(MakeFolder("/", true, 0777), absl::OkStatus());
  EXPECT_EQ(MakeFolder(".", true, 0777), absl::OkStatus());
}

TEST(MakeFolderTest, AFileInTheWayIsAnError) {
  const TempFolder folder;
  WriteFile(folder / "file", "");
  EXPECT_EQ(Code(MakeFolder(folder / "file", true, 0777)), "EEXIST");
  EXPECT_EQ(Code(MakeFolder(folder / "file/a", true, 0777)), "ENOTDIR");
  EXPECT_EQ(Code(MakeFolder(folder / "file/a/b", true, 0777)), "ENOTDIR");
}

TEST(RenameTest, ReplacesAndNamesBothPathsWhereItCannot) {
  const TempFolder folder;
  WriteFile(folder / "a", "new");
  WriteFile(folder / "b", "old");
  EXPECT_EQ(Rename(folder / "a", folder / "b"), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "b"), "new");
  const absl::Status status = Rename(folder / "a", folder / "c");
  EXPECT_EQ(status.message(), "cannot rename '" + (folder / "a") + "' to '" +
                                  (folder / "c") +
                                  "': No such file or directory (ENOENT)");
  EXPECT_EQ(GetErrorPayload(status, kErrorDest), folder / "c");
}

TEST(LinkTest, IsMadeReadAndResolved) {
  const TempFolder folder;
  WriteFile(folder / "a", "");
  EXPECT_EQ(MakeLink("a", folder / "link"), absl::OkStatus());
  EXPECT_EQ(*ReadLink(folder / "link"), "a");
  EXPECT_EQ(*RealPath(folder / "./link"),
            std::filesystem::canonical(folder.path()) / "a");
  EXPECT_EQ(Code(ReadLink(folder / "a").status()), "EINVAL");
  EXPECT_EQ(Code(RealPath(folder / "no").status()), "ENOENT");
  EXPECT_EQ(Code(MakeLink("a", folder / "link")), "EEXIST");
}

TEST(FileInfoTest, TellsWhatTheFileSystemKnows) {
  const TempFolder folder;
  WriteFile(folder / "a", "hello");
  ASSERT_EQ(ChangeMode(folder / "a", 0640), absl::OkStatus());
  ASSERT_EQ(link((folder / "a").c_str(), (folder / "b").c_str()), 0);
  const timespec times[] = {{1'000'000'000, 123'456'789},
                            {-5, 250'000'000}};  // before 1970
  ASSERT_EQ(utimensat(AT_FDCWD, (folder / "a").c_str(), times, 0), 0);
  struct stat expected;
  ASSERT_EQ(stat((folder / "a").c_str(), &expected), 0);
  const FileInfo info = *GetFileInfo(folder / "b", true);
  EXPECT_EQ(info.type, FileType::kFile);
  EXPECT_EQ(info.size, 5u);
  EXPECT_EQ(info.permissions, 0640u);
  EXPECT_EQ(info.links, 2u);
  EXPECT_EQ(info.accessed_ns, 1'000'000'000'123'456'789);
  EXPECT_EQ(info.modified_ns, -4'750'000'000);
  EXPECT_EQ(info.device, expected.st_dev);
  EXPECT_EQ(info.inode, expected.st_ino);
  EXPECT_EQ(info.user, expected.st_uid);
  EXPECT_EQ(info.group, expected.st_gid);
}

TEST(FileInfoTest, TellsTheTypesApartAndFollowsALinkOnlyWhereAsked) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  ASSERT_EQ(symlink("pipe", (folder / "link").c_str()), 0);
  const int socket_fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {AF_UNIX, {}};
  strncpy(address.sun_path, (folder / "socket").c_str(),
          sizeof(address.sun_path) - 1);
  ASSERT_EQ(
      bind(socket_fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
      0);
  close(socket_fd);
  EXPECT_EQ(GetFileInfo(folder / "link", false)->type, FileType::kSymlink);
  EXPECT_EQ(GetFileInfo(folder / "link", true)->type, FileType::kPipe);
  EXPECT_EQ(GetFileInfo(folder / "socket", true)->type, FileType::kSocket);
  EXPECT_EQ(GetFileInfo(folder.path(), true)->type, FileType::kDirectory);
  EXPECT_EQ(GetFileInfo("/dev/null", true)->type, FileType::kCharacterDevice);
  EXPECT_EQ(GetFileInfo(folder / "no", true).status().message(),
            "cannot stat '" + (folder / "no") +
                "': No such file or directory (ENOENT)");
}

TEST(ReadFolderTest, ListsEveryNameInOrder) {
  const TempFolder folder;
  WriteFile(folder / "b", "");
  WriteFile(folder / ".a", "");
  WriteFile(folder / "\xff", "");
  ASSERT_EQ(symlink("b", (folder / "c").c_str()), 0);
  ASSERT_EQ(mkdir((folder / "B").c_str(), 0777), 0);
  const auto entries = ReadFolder(folder.path());
  ASSERT_TRUE(entries.ok());
  std::vector<std::pair<std::string, FileType>> found;
  for (const FolderEntry& entry : *entries) {
    found.emplace_back(entry.name, entry.type);
  }
  EXPECT_THAT(found, ElementsAre(std::pair(".a", FileType::kFile),
                                 std::pair("B", FileType::kDirectory),
                                 std::pair("b", FileType::kFile),
                                 std::pair("c", FileType::kSymlink),
                                 std::pair("\xff", FileType::kFile)));
  EXPECT_EQ(ReadFolder(folder / "b").status().message(),
            "cannot read the folder '" + (folder / "b") +
                "': Not a directory (ENOTDIR)");
}

}  // namespace
}  // namespace rt
