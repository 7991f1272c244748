#include "runtime/loader/resolve/reference.h"

#include <gtest/gtest.h>

namespace rt {
namespace {

std::string At(absl::string_view reference) {
  return ResolveFileReference(reference, "file:///a/b/c.ts?q#f");
}

// What `new URL(reference, base).href` says in a browser.
TEST(FileReference, FollowsPaths) {
  EXPECT_EQ(At("./d.ts"), "file:///a/b/d.ts");
  EXPECT_EQ(At("d.ts"), "file:///a/b/d.ts");
  EXPECT_EQ(At("../d.ts"), "file:///a/d.ts");
  EXPECT_EQ(At("../../../../d.ts"), "file:///d.ts");
  EXPECT_EQ(At("/d/./e/../f.ts"), "file:///d/f.ts");
  EXPECT_EQ(At("."), "file:///a/b/");
  EXPECT_EQ(At(".."), "file:///a/");
  EXPECT_EQ(At("./x//y"), "file:///a/b/x//y");
  EXPECT_EQ(At("./%2E%2e/x"), "file:///a/x");
  EXPECT_EQ(At(".\\x\\y"), "file:///a/b/x/y");
}

TEST(FileReference, FollowsFileUrls) {
  EXPECT_EQ(At("file:///d.ts"), "file:///d.ts");
  EXPECT_EQ(At("FILE:/d.ts"), "file:///d.ts");
  EXPECT_EQ(At("file:d.ts"), "file:///a/b/d.ts");
  EXPECT_EQ(At("file://localhost/d.ts"), "file:///d.ts");
  EXPECT_EQ(At("//host/d.ts"), "file://host/d.ts");
}

TEST(FileReference, KeepsTheReferencesQueryAndFragment) {
  EXPECT_EQ(At("./d.ts?v=1#x"), "file:///a/b/d.ts?v=1#x");
  EXPECT_EQ(At("./d.ts#x?y"), "file:///a/b/d.ts#x?y");
  EXPECT_EQ(At("?v=1"), "file:///a/b/c.ts?v=1");
  EXPECT_EQ(At("#x"), "file:///a/b/c.ts?q#x");
  EXPECT_EQ(At(""), "file:///a/b/c.ts?q");
}

TEST(FileReference, EncodesWhatStandsBare) {
  EXPECT_EQ(At("./a b^{}.ts"), "file:///a/b/a%20b%5E%7B%7D.ts");
  EXPECT_EQ(At("./\xC3\xA4.ts?\xC3\xA4 '#`"),
            "file:///a/b/%C3%A4.ts?%C3%A4%20%27#%60");
  EXPECT_EQ(At("./100%.ts"), "file:///a/b/100%.ts");
  EXPECT_EQ(At("  ./x\n.ts\t "), "file:///a/b/x.ts");
}

TEST(UrlScheme, TellsUrlsFromPathsAndNames) {
  EXPECT_EQ(UrlScheme("rt:file"), "rt");
  EXPECT_EQ(UrlScheme("FILE:///a"), "file");
  EXPECT_EQ(UrlScheme("a+b-c.d:x"), "a+b-c.d");
  for (const char* none : {"", ":", "./a:b", "/a:b", "@s/p", "#a", "1a:b",
                           "pkg", "pkg/a:b", "a b:c"}) {
    EXPECT_EQ(UrlScheme(none), "") << none;
  }
}

}  // namespace
}  // namespace rt
