#include "runtime/store/glob.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Paths = std::vector<std::string>;

class GlobTest : public ::testing::Test {
 protected:
  void Make(const Paths& files) {
    for (const std::string& file : files) {
      std::filesystem::create_directories(
          std::filesystem::path(folder_ / file).parent_path());
      WriteFile(folder_ / file, "");
    }
  }

  Paths Match(const std::string& pattern, GlobOptions options = {}) {
    if (options.cwd.empty()) options.cwd = folder_.path();
    Cancellation never;
    const auto paths = Glob(pattern, options, never);
    EXPECT_TRUE(paths.ok()) << paths.status();
    return paths.ok() ? *paths : Paths();
  }

  const TempFolder folder_;
};

TEST_F(GlobTest, WildcardsMatchWithinAName) {
  Make({"a.ts", "ab.ts", "b.js", "sub/c.ts", ".d.ts"});
  EXPECT_THAT(Match("*.ts"), ElementsAre("a.ts", "ab.ts"));
  EXPECT_THAT(Match("?.ts"), ElementsAre("a.ts"));
  EXPECT_THAT(Match("[ab].?s"), ElementsAre("a.ts", "b.js"));
  EXPECT_THAT(Match("[!a]*"), ElementsAre("b.js", "sub"));
  EXPECT_THAT(Match("*/*.ts"), ElementsAre("sub/c.ts"));
  EXPECT_THAT(Match("a.ts"), ElementsAre("a.ts"));
  EXPECT_THAT(Match("no*"), ElementsAre());
  EXPECT_THAT(Match("a.ts/*"), ElementsAre());
  EXPECT_THAT(Match("no/*"), ElementsAre());
}

TEST_F(GlobTest, DotsMustBeAskedFor) {
  Make({".a", "b", ".sub/c", ".sub/.d"});
  EXPECT_THAT(Match("*"), ElementsAre("b"));
  EXPECT_THAT(Match("**"), ElementsAre("b"));
  EXPECT_THAT(Match(".*"), ElementsAre(".a", ".sub"));
  EXPECT_THAT(Match(".sub/*"), ElementsAre(".sub/c"));
  EXPECT_THAT(Match("**", {.dot = true}),
              ElementsAre(".a", ".sub", ".sub/.d", ".sub/c", "b"));
}

TEST_F(GlobTest, TwoStarsMatchAnyDepth) {
  Make({"x", "a/x", "a/b/x", "a/b/y", "c/a/b/x"});
  EXPECT_THAT(Match("**/x"), ElementsAre("a/b/x", "a/x", "c/a/b/x", "x"));
  EXPECT_THAT(Match("a/**"), ElementsAre("a/b", "a/b/x", "a/b/y", "a/x"));
  EXPECT_THAT(Match("**/b/**/x"), ElementsAre("a/b/x", "c/a/b/x"));
  EXPECT_THAT(Match("**/**/y"), ElementsAre("a/b/y"));
  EXPECT_THAT(Match("a/**/b/x"), ElementsAre("a/b/x"));
  EXPECT_THAT(Match("**/"), ElementsAre("a", "a/b", "c", "c/a", "c/a/b"));
}

TEST_F(GlobTest, BracesChoose) {
  Make({"a.ts", "a.js", "a.css", "sub/b.ts", "a{b", "{x}"});
  EXPECT_THAT(Match("*.{ts,js}"), ElementsAre("a.js", "a.ts"));
  EXPECT_THAT(Match("{a.{ts,css},sub/*}"),
              ElementsAre("a.css", "a.ts", "sub/b.ts"));
  EXPECT_THAT(Match("{**/,}b.ts"), ElementsAre("sub/b.ts"));
  EXPECT_THAT(Match("a{b"), ElementsAre("a{b"));
  EXPECT_THAT(Match("{x}"), ElementsAre("{x}"));
  EXPECT_THAT(Match("{a,a}.ts"), ElementsAre("a.ts"));
  EXPECT_THAT(Match("a.\\{ts,js\\}"), ElementsAre());
}

TEST_F(GlobTest, ABackslashTakesTheMeaningAway) {
  Make({"a*", "ab", "[x]"});
  EXPECT_THAT(Match("a\\*"), ElementsAre("a*"));
  EXPECT_THAT(Match("\\[x\\]"), ElementsAre("[x]"));
  EXPECT_THAT(Match("[[]x*"), ElementsAre("[x]"));
  EXPECT_THAT(Match("[x"), ElementsAre());
}

TEST_F(GlobTest, CharactersAreThoseOfUtf8AndOtherBytesAreTheirOwn) {
  Make({"\xc3\xa9", "\xe2\x82\xac", "x\xff", "z"});
  EXPECT_THAT(Match("?"), ElementsAre("z", "\xc3\xa9", "\xe2\x82\xac"));
  EXPECT_THAT(Match("[\xc3\xa0-\xc3\xbf]"), ElementsAre("\xc3\xa9"));
  EXPECT_THAT(Match("x*"), ElementsAre("x\xff"));
}

TEST_F(GlobTest, AbsolutePatternsAndDotsInPaths) {
  Make({"a/x", "b/y"});
  EXPECT_THAT(Match(folder_ / "*/x"), ElementsAre(folder_ / "a/x"));
  EXPECT_THAT(Match("../b/*", {.cwd = folder_ / "a"}), ElementsAre("../b/y"));
  EXPECT_THAT(Match("./a/../*/y"), ElementsAre("./a/../b/y"));
}

TEST_F(GlobTest, LinksAreFollowedWhereNamedAndByTwoStarsWhereAsked) {
  Make({"real/x"});
  ASSERT_EQ(symlink("real", (folder_ / "link").c_str()), 0);
  ASSERT_EQ(symlink("nothing", (folder_ / "real/dangling").c_str()), 0);
  EXPECT_THAT(Match("link/*"), ElementsAre("link/dangling", "link/x"));
  EXPECT_THAT(Match("l*/x"), ElementsAre("link/x"));
  EXPECT_THAT(Match("**/x"), ElementsAre("real/x"));
  EXPECT_THAT(Match("**/x", {.follow = true}), ElementsAre("link/x", "real/x"));
  EXPECT_THAT(Match("**/dang*"), ElementsAre("real/dangling"));
  EXPECT_THAT(Match("real/dangling"), ElementsAre("real/dangling"));
}

TEST_F(GlobTest, LinksInACircleEnd) {
  Make({"a/b/x"});
  ASSERT_EQ(symlink("..", (folder_ / "a/up").c_str()), 0);
  ASSERT_EQ(symlink(".", (folder_ / "a/b/self").c_str()), 0);
  EXPECT_THAT(Match("**/x", {.follow = true}), ElementsAre("a/b/x"));
  EXPECT_THAT(Match("a/**/x", {.follow = true}), Contains("a/b/x"));
  // Named, a way back is a way like others.
  EXPECT_THAT(Match("*/up/a/b/x"), ElementsAre("a/up/a/b/x"));
}

TEST_F(GlobTest, AFolderThatMayNotBeReadIsAnErrorUnlessSkipped) {
  Make({"a/x", "b/x"});
  ASSERT_EQ(chmod(folder_.path().c_str(), 0755), 0);
  ASSERT_EQ(chmod((folder_ / "a").c_str(), 0), 0);
  const bool is_root = geteuid() == 0;
  if (is_root) ASSERT_EQ(seteuid(65534), 0);
  Cancellation never;
  const GlobOptions options = {.cwd = folder_.path()};
  const GlobOptions skip = {.cwd = folder_.path(), .skip_unreadable = true};
  std::vector<std::string> messages;
  std::vector<Paths> matches;
  for (const char* pattern : {"*/*", "**", "*/x", "{b,a}/x"}) {
    messages.emplace_back(Glob(pattern, options, never).status().message());
    matches.push_back(*Glob(pattern, skip, never));
  }
  if (is_root) ASSERT_EQ(seteuid(0), 0);
  chmod((folder_ / "a").c_str(), 0755);

  const std::string folder = "cannot look for files in '" + (folder_ / "a") +
                             "': Permission denied (EACCES)";
  const std::string name = "cannot look for files in '" + (folder_ / "a/x") +
                           "': Permission denied (EACCES)";
  EXPECT_THAT(messages, ElementsAre(folder, folder, name, name));
  EXPECT_THAT(matches, ElementsAre(Paths{"b/x"}, Paths{"a", "b", "b/x"},
                                   Paths{"b/x"}, Paths{"b/x"}));
}

TEST_F(GlobTest, ErrorsSayWhatWasTried) {
  Cancellation never;
  EXPECT_EQ(Glob("*", {.cwd = folder_ / "no"}, never).status().message(),
            "cannot look for files in '" + (folder_ / "no") +
                "': No such file or directory (ENOENT)");
  std::string many;
  for (int i = 0; i < 20; ++i) many += "{a,b}";
  const absl::Status status = Glob(many, {}, never).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("more than 1000"));
  EXPECT_EQ(Glob("/", {}, never).status().message(),
            "the pattern '/' names nothing");
  Cancellation now;
  now.Request();
  EXPECT_EQ(GetErrorPayload(Glob("*", {}, now).status(), kErrorCode),
            "ECANCELED");
}

}  // namespace
}  // namespace rt
