#include "runtime/loader/remote/file_questions.h"

#include <map>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/frames/fields.h"
#include "runtime/loader/resolve/resolver.h"

namespace rt {
namespace {

using ::testing::HasSubstr;

// Two files and a folder that cannot be entered.
class Tree final : public FileTree {
 public:
  absl::StatusOr<Kind> Find(const std::string &path) override {
    if (path == "/closed/x.ts") {
      return ErrnoStatus(EACCES, "look up '/closed/x.ts'", path, "stat");
    }
    if (path == "/app") return Kind::kFolder;
    return files_.contains(path) ? Kind::kFile : Kind::kMissing;
  }
  absl::StatusOr<std::string> RealPath(const std::string &path) override {
    return path;
  }
  absl::StatusOr<std::string> Read(const std::string &path) override {
    return files_.at(path);
  }

 private:
  const std::map<std::string, std::string> files_ = {
      {"/app/main.ts", "import './b.js'"},
      {"/app/b.js", std::string("export {}; // \0\xff", 16)}};
};

class FileQuestionsTest : public testing::Test {
 protected:
  Tree tree_;
  int asked_ = 0;
  const std::unique_ptr<FileTree> remote_ =
      NewRemoteFileTree([this](const std::string &question) {
        ++asked_;
        return AnswerFileQuestion(tree_, question);
      });
};

TEST_F(FileQuestionsTest, TheOtherSidesFilesAreThere) {
  EXPECT_EQ(*remote_->Find("/app"), FileTree::Kind::kFolder);
  EXPECT_EQ(*remote_->Find("/app/b.js"), FileTree::Kind::kFile);
  EXPECT_EQ(*remote_->Find("/app/c.js"), FileTree::Kind::kMissing);
  EXPECT_EQ(*remote_->RealPath("/app/b.js"), "/app/b.js");
  EXPECT_EQ(*remote_->Read("/app/b.js"), *tree_.Read("/app/b.js"));
}

TEST_F(FileQuestionsTest, AnImportIsResolvedByThem) {
  Resolver resolver(*remote_);
  const absl::StatusOr<ResolvedModule> found =
      resolver.Resolve("./b.js", "file:///app/main.ts");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->path, "/app/b.js");
}

TEST_F(FileQuestionsTest, WhatIsKnownIsNotAskedAgain) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(remote_->Find("/app/b.js").ok());
    EXPECT_TRUE(remote_->RealPath("/app/b.js").ok());
  }
  EXPECT_EQ(asked_, 2);
}

TEST_F(FileQuestionsTest, AnErrorKeepsItsWordsAndItsCode) {
  const absl::Status there = tree_.Find("/closed/x.ts").status();
  const absl::Status here = remote_->Find("/closed/x.ts").status();
  EXPECT_EQ(here.code(), there.code());
  EXPECT_EQ(here.message(), there.message());
  EXPECT_EQ(GetErrorPayload(here, kErrorCode), "EACCES");
  EXPECT_EQ(GetErrorPayload(here, kErrorPath), "/closed/x.ts");
}

TEST_F(FileQuestionsTest, TheWaysErrorIsTheErrorAndIsNotKept) {
  bool is_cut = true;
  const auto remote = NewRemoteFileTree(
      [&](const std::string &question) -> absl::StatusOr<std::string> {
        if (is_cut) return absl::UnavailableError("cut");
        return AnswerFileQuestion(tree_, question);
      });
  EXPECT_EQ(remote->Find("/app").status(), absl::UnavailableError("cut"));
  EXPECT_EQ(remote->Read("/app").status(), absl::UnavailableError("cut"));
  is_cut = false;
  EXPECT_TRUE(remote->Find("/app").ok());
}

TEST(FileAnswerTest, OneThatIsNoneIsAnError) {
  std::string bad_kind;
  AppendU32(bad_kind, 0);
  AppendU32(bad_kind, 3);
  std::string relative;
  AppendU32(relative, 0);
  AppendBytes(relative, "app");
  for (const std::string &answer :
       {std::string(), std::string("\0\0\0", 3), std::string("\x05\0\0\0", 4),
        bad_kind, relative, relative + "x"}) {
    const auto remote =
        NewRemoteFileTree([&](const std::string &) { return answer; });
    EXPECT_TRUE(absl::IsDataLoss(remote->Find("/app").status()));
    EXPECT_TRUE(absl::IsDataLoss(remote->RealPath("/app").status()));
  }
}

TEST(FileQuestionTest, OneThatIsNoneHasNoAnswer) {
  Tree tree;
  const auto question = [](uint32_t what, absl::string_view path) {
    std::string bytes;
    AppendU32(bytes, what);
    AppendBytes(bytes, path);
    return bytes;
  };
  for (const std::string &bad :
       {std::string(), std::string("\x01"), question(0, "/app"),
        question(4, "/app"), question(1, ""), question(1, "app"),
        question(3, absl::string_view("/a\0b", 4)),
        question(1, "/app") + "x"}) {
    const auto answer = AnswerFileQuestion(tree, bad);
    EXPECT_TRUE(absl::IsDataLoss(answer.status()));
    EXPECT_THAT(std::string(answer.status().message()), HasSubstr("question"));
  }
}

}  // namespace
}  // namespace rt
