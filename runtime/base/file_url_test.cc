#include "runtime/base/file_url.h"

#include <gtest/gtest.h>

#include <string>

namespace rt {
namespace {

TEST(FileUrl, EncodesWhatAUrlWouldReadOtherwise) {
  EXPECT_EQ(PathToFileUrl("/a/b.ts"), "file:///a/b.ts");
  EXPECT_EQ(PathToFileUrl("/a b/#c?d%20.ts"), "file:///a%20b/%23c%3Fd%2520.ts");
  EXPECT_EQ(PathToFileUrl("/\xC3\xA4"), "file:///%C3%A4");
  EXPECT_EQ(PathToFileUrl("/@s/[x]/~'!$&()*+,;=:|"),
            "file:///@s/[x]/~'!$&()*+,;=:|");
}

TEST(FileUrl, EveryByteSurvivesTheRoundTrip) {
  std::string path = "/";
  for (int byte = 1; byte < 256; ++byte) path += static_cast<char>(byte);
  const auto back = FileUrlToPath(PathToFileUrl(path));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(*back, path);
}

TEST(FileUrl, LeavesOutQueryAndFragment) {
  EXPECT_EQ(*FileUrlToPath("file:///a.ts?v=1#x"), "/a.ts");
  EXPECT_EQ(*FileUrlToPath("file:///a.ts#x?y"), "/a.ts");
}

TEST(FileUrl, ReadsTheFormsOfOneUrl) {
  EXPECT_EQ(*FileUrlToPath("file:/a"), "/a");
  EXPECT_EQ(*FileUrlToPath("FILE://LocalHost/a"), "/a");
  EXPECT_EQ(*FileUrlToPath("file:///100%/%zz%4"), "/100%/%zz%4");
  EXPECT_EQ(*FileUrlToPath("file:///%c3%A4"), "/\xC3\xA4");
}

TEST(FileUrl, RefusesWhatIsNoFileHere) {
  for (const char* url :
       {"", "rt:file", "http://localhost/a", "file:", "file:a", "file://host/a",
        "file://", "file:///a%2Fb", "file:///a%2fb", "file:///a%00b"}) {
    const auto path = FileUrlToPath(url);
    EXPECT_EQ(path.status().code(), absl::StatusCode::kInvalidArgument) << url;
    EXPECT_NE(path.status().message().find(url), std::string::npos) << url;
  }
}

TEST(FileUrl, DisplaysAFileAsItsPath) {
  EXPECT_EQ(DisplayPath("file:///a%20b.ts"), "/a b.ts");
  EXPECT_EQ(DisplayPath("rt:file"), "rt:file");
}

}  // namespace
}  // namespace rt
