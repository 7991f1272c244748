#include "runtime/net/token.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/unique_fd.h"
#include "runtime/base/write_all.h"

namespace rt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TokenFileTest : public testing::Test {
 protected:
  TokenFileTest() { fd_ = UniqueFd(mkstemp(path_)); }
  ~TokenFileTest() override { unlink(path_); }

  absl::StatusOr<TokenFile> Read(const std::string& content) {
    EXPECT_EQ(ftruncate(fd_.get(), 0), 0);
    EXPECT_EQ(lseek(fd_.get(), 0, SEEK_SET), 0);
    WriteAll(fd_.get(), content);
    return ReadTokenFile(path_);
  }

  char path_[32] = "/tmp/rt_token_XXXXXX";
  UniqueFd fd_;
};

TEST_F(TokenFileTest, HoldsATokenAndALineEnd) {
  EXPECT_EQ(Read("s3cret/+=~\r\n")->token, "s3cret/+=~");
  EXPECT_EQ(Read(std::string(4096, 't'))->token.size(), 4096u);
}

TEST_F(TokenFileTest, SaysWhoElseCanReadIt) {
  EXPECT_FALSE(Read("t")->is_open_to_others);
  ASSERT_EQ(fchmod(fd_.get(), 0640), 0);
  EXPECT_TRUE(Read("t")->is_open_to_others);
  ASSERT_EQ(fchmod(fd_.get(), 0604), 0);
  EXPECT_TRUE(Read("t")->is_open_to_others);
}

TEST_F(TokenFileTest, WhatIsNoTokenIsAnErrorThatDoesNotShowIt) {
  for (const std::string& content :
       {std::string(), std::string("\n"), std::string("two words"),
        std::string("li\nne"), std::string("n\0l", 3), std::string("\xc3\xa4"),
        std::string(4097, 'w')}) {
    const absl::Status status = Read(content).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << content;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("words")));
  }
}

TEST_F(TokenFileTest, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(std::string(ReadTokenFile("/no/token").status().message()),
              HasSubstr("'/no/token': No such file"));
}

TEST(TokenTest, IsTheSameInAllItsCharacters) {
  EXPECT_TRUE(IsSameToken("abc", "abc"));
  for (const char* given : {"", "ab", "abcd", "abd", "bbc", "ABC"}) {
    EXPECT_FALSE(IsSameToken("abc", given)) << given;
  }
}

}  // namespace
}  // namespace rt
