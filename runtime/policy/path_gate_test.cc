#include "runtime/policy/path_gate.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

// in/ may be read, out/ written, file alone written; secret/ nothing.
class CheckedPathTest : public testing::Test {
 protected:
  CheckedPathTest() {
    for (const char* folder : {"in", "in/deep", "out", "secret"}) {
      mkdir((folder_ / folder).c_str(), 0777);
    }
    WriteFile(folder_ / "in/a", "a");
    WriteFile(folder_ / "secret/s", "s");
    WriteFile(folder_ / "file", "f");
    absl::StatusOr<std::shared_ptr<const Policy>> policy =
        Policy::Make({.read = {folder_ / "in"},
                      .write = {folder_ / "out", folder_ / "file"}},
                     "", nullptr);
    policy_ = *policy;
  }

  absl::StatusOr<CheckedPath> Check(const std::string& name, PathUse use) {
    return CheckedPath::Check(*policy_, folder_ / name, use, "try it");
  }

  // "" or the error's code.
  std::string Code(const std::string& name, PathUse use) {
    return GetErrorPayload(Check(name, use).status(), kErrorCode);
  }

  void Link(const std::string& target, const std::string& name) {
    ASSERT_EQ(symlink(target.c_str(), (folder_ / name).c_str()), 0);
  }

  TempFolder folder_;
  std::shared_ptr<const Policy> policy_;
};

TEST_F(CheckedPathTest, WhatIsGrantedCanBeReadByItsPath) {
  const absl::StatusOr<CheckedPath> path = Check("in/a", PathUse::kRead);
  ASSERT_TRUE(path.ok()) << path.status();
  EXPECT_EQ(ReadFile(path->path()), "a");
  EXPECT_EQ(path->real_path(), folder_ / "in/a");
}

TEST_F(CheckedPathTest, WhatIsNotGrantedIsDeniedWithItsGrant) {
  const absl::Status status = Check("secret/s", PathUse::kRead).status();
  EXPECT_EQ(
      status.message(),
      "cannot try it: the sandbox does not grant it; sandbox.read with '" +
          (folder_ / "secret/s") + "' would (EPERM)");
  EXPECT_EQ(Code("in/a", PathUse::kReplace), "EPERM");
  EXPECT_EQ(Code("in/a", PathUse::kMakeEntry), "EPERM");
  EXPECT_EQ(Code("out", PathUse::kRead), "EPERM");
}

TEST_F(CheckedPathTest, DotsAndLinksDoNotLeadOut) {
  Link("../secret/s", "in/link");
  Link("../secret", "in/folder");
  Link("../secret/new", "out/dangling");
  Link(folder_ / "secret", "out/folder");
  EXPECT_EQ(Code("in/../secret/s", PathUse::kRead), "EPERM");
  EXPECT_EQ(Code("in/link", PathUse::kRead), "EPERM");
  EXPECT_EQ(Code("in/folder/s", PathUse::kRead), "EPERM");
  EXPECT_EQ(Code("out/dangling", PathUse::kReplace), "EPERM");
  EXPECT_EQ(Code("out/folder/new", PathUse::kReplace), "EPERM");
  EXPECT_EQ(Code("out/folder/s", PathUse::kMakeEntry), "EPERM");
  EXPECT_EQ(Code("out/../secret/x", PathUse::kReplace), "EPERM");
  EXPECT_EQ(Code("out/..", PathUse::kMakeEntry), "EPERM");
  EXPECT_EQ(Code("out", PathUse::kMakeEntry), "EPERM");
  // The links themselves are in the folders.
  EXPECT_EQ(Code("in/link", PathUse::kReadEntry), "");
  EXPECT_EQ(Code("out/dangling", PathUse::kMakeEntry), "");
}

TEST_F(CheckedPathTest, LinksBetweenGrantedFoldersAreFollowed) {
  Link("../in/a", "secret/back");
  Link("../out/new", "secret/made");
  EXPECT_EQ(Code("secret/back", PathUse::kRead), "");
  const absl::StatusOr<CheckedPath> path =
      Check("secret/made", PathUse::kReplace);
  ASSERT_TRUE(path.ok()) << path.status();
  WriteFile(path->path(), "new");
  EXPECT_EQ(ReadFile(folder_ / "out/new"), "new");
}

TEST_F(CheckedPathTest, ACycleOfLinksIsAnError) {
  Link("b", "out/a");
  Link("a", "out/b");
  EXPECT_EQ(Code("out/a", PathUse::kReplace), "ELOOP");
}

TEST_F(CheckedPathTest, WhatIsMissingIsToldOnlyWhereItMayBeKnown) {
  EXPECT_EQ(Code("in/none", PathUse::kRead), "ENOENT");
  EXPECT_EQ(Code("in/none/deeper", PathUse::kRead), "ENOENT");
  EXPECT_EQ(Code("in/a/x", PathUse::kRead), "ENOTDIR");
  EXPECT_EQ(Code("secret/none", PathUse::kRead), "EPERM");
  EXPECT_EQ(Code("none/at/all", PathUse::kRead), "EPERM");
  EXPECT_EQ(Code("in/none/../../secret/s", PathUse::kRead), "EPERM");
  EXPECT_EQ(Code("out/none/x", PathUse::kReplace), "ENOENT");
}

TEST_F(CheckedPathTest, AFileThatAloneIsGrantedIsUsedInPlace) {
  const absl::StatusOr<CheckedPath> path = Check("file", PathUse::kReplace);
  ASSERT_TRUE(path.ok()) << path.status();
  EXPECT_EQ(path->path().find("/file"), path->path().npos) << path->path();
  WriteFile(path->path(), "new");
  EXPECT_EQ(ReadFile(folder_ / "file"), "new");
}

TEST_F(CheckedPathTest, APathThatIsSwappedAfterTheCheckLeadsWhereItDid) {
  const absl::StatusOr<CheckedPath> file = Check("in/a", PathUse::kRead);
  const absl::StatusOr<CheckedPath> made = Check("out/new", PathUse::kReplace);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(rename((folder_ / "in/a").c_str(), (folder_ / "in/b").c_str()), 0);
  Link("../secret/s", "in/a");
  ASSERT_EQ(rename((folder_ / "out").c_str(), (folder_ / "was").c_str()), 0);
  Link("secret", "out");
  EXPECT_EQ(ReadFile(file->path()), "a");
  WriteFile(made->path(), "new");
  EXPECT_EQ(ReadFile(folder_ / "was/new"), "new");
  EXPECT_EQ(ReadFile(folder_ / "secret/new"), "");
}

TEST_F(CheckedPathTest, ErrorsSpeakOfTheGivenPath) {
  const absl::StatusOr<CheckedPath> path = Check("in/a", PathUse::kRead);
  ASSERT_TRUE(path.ok());
  const absl::Status status = path->Rename(
      ErrnoStatus(EIO, "read '" + path->path() + "'", path->path(), "read"),
      "given");
  EXPECT_EQ(status.message(), "cannot read 'given': Input/output error (EIO)");
  EXPECT_EQ(GetErrorPayload(status, kErrorPath), "given");
  EXPECT_EQ(GetErrorPayload(status, kErrorSyscall), "read");
}

}  // namespace
}  // namespace rt
