#include "runtime/loader/remote/module_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/loader/resolve/resolver.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

class ModuleFilesTest : public testing::Test {
 protected:
  ModuleFilesTest() {
    for (const char *name :
         {"app", "app/lib", "node_modules", "node_modules/pkg", "other"}) {
      EXPECT_EQ(mkdir((folder_ / name).c_str(), 0755), 0);
    }
    WriteFile(folder_ / "app/main.ts", "main");
    WriteFile(folder_ / "app/lib/b.js", "b");
    WriteFile(folder_ / "app/.env", "SECRET=1");
    WriteFile(folder_ / "node_modules/pkg/package.json",
              R"({"type": "module", "exports": "./i.js"})");
    WriteFile(folder_ / "node_modules/pkg/i.js", "pkg");
    WriteFile(folder_ / "other/secret.ts", "secret");
    EXPECT_EQ(symlink((folder_ / "other/secret.ts").c_str(),
                      (folder_ / "app/link.ts").c_str()),
              0);
    EXPECT_EQ(mkfifo((folder_ / "app/pipe.ts").c_str(), 0644), 0);
    files_ = NewModuleFiles(
        *Policy::Make({}, folder_ / "app/main.ts", /*maker=*/nullptr));
  }

  void ExpectNothing(const std::string &path) {
    EXPECT_EQ(*files_->Find(path), FileTree::Kind::kMissing) << path;
    const absl::Status real = files_->RealPath(path).status();
    EXPECT_EQ(GetErrorPayload(real, kErrorCode), "ENOENT") << path;
    const absl::Status text = files_->Read(path).status();
    EXPECT_EQ(GetErrorPayload(text, kErrorCode), "EPERM") << path;
  }

  const TempFolder folder_;
  std::unique_ptr<FileTree> files_;
};

TEST_F(ModuleFilesTest, TheModulesOfTheEntryAreThere) {
  Resolver resolver(*files_);
  const auto text = [&](const char *specifier) {
    const auto found =
        resolver.Resolve(specifier, "file://" + (folder_ / "app/main.ts"));
    EXPECT_TRUE(found.ok()) << found.status();
    return *files_->Read(found->path);
  };
  EXPECT_EQ(*files_->Read(folder_ / "app/main.ts"), "main");
  EXPECT_EQ(text("./lib/b.js"), "b");
  EXPECT_EQ(text("pkg"), "pkg");
}

TEST_F(ModuleFilesTest, NothingElseIs) {
  for (const char *name :
       {"other", "other/secret.ts", "app/link.ts", "app/../other/secret.ts"}) {
    ExpectNothing(folder_ / name);
  }
  ExpectNothing("/etc/passwd");
}

TEST_F(ModuleFilesTest, WhatIsThereLooksLikeWhatIsNot) {
  const std::string there = folder_ / "other/secret.ts";
  const std::string not_there = folder_ / "other/nothing.ts";
  ExpectNothing(not_there);
  const auto message = [&](const absl::Status &status,
                           const std::string &name) {
    std::string text(status.message());
    text.replace(text.find(name), name.size(), "NAME");
    return text;
  };
  EXPECT_EQ(message(files_->RealPath(there).status(), there),
            message(files_->RealPath(not_there).status(), not_there));
  EXPECT_EQ(message(files_->Read(there).status(), there),
            message(files_->Read(not_there).status(), not_there));
}

TEST_F(ModuleFilesTest, AFileThatIsNoModuleIsNotRead) {
  const absl::Status status = files_->Read(folder_ / "app/.env").status();
  EXPECT_EQ(GetErrorPayload(status, kErrorCode), "EPERM") << status;
}

TEST_F(ModuleFilesTest, APipeIsNotWaitedFor) {
  EXPECT_FALSE(files_->Read(folder_ / "app/pipe.ts").ok());
}

TEST_F(ModuleFilesTest, AnEntryThatIsNotThereIsMissingAsAnyModule) {
  const auto files = NewModuleFiles(
      *Policy::Make({}, folder_ / "app/none.ts", /*maker=*/nullptr));
  EXPECT_EQ(*files->Find(folder_ / "app/none.ts"), FileTree::Kind::kMissing);
  EXPECT_EQ(*files->Find(folder_ / "app/main.ts"), FileTree::Kind::kFile);
}

TEST_F(ModuleFilesTest, ARealmOfASandboxHasNoMoreThanThat) {
  const auto maker =
      *Policy::Make({}, folder_ / "app/lib/b.js", /*maker=*/nullptr);
  files_ = NewModuleFiles(*Policy::Make({}, folder_ / "app/lib/b.js", maker));
  EXPECT_EQ(*files_->Read(folder_ / "app/lib/b.js"), "b");
  ExpectNothing(folder_ / "app/main.ts");
  // What the sandbox may not load it may not have served either.
  EXPECT_EQ(
      GetErrorPayload(Policy::Make({}, folder_ / "app/main.ts", maker).status(),
                      kErrorCode),
      "EPERM");
}

}  // namespace
}  // namespace rt
