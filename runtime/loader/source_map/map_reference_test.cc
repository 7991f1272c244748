#include "runtime/loader/source_map/map_reference.h"

#include <gtest/gtest.h>

namespace rt {
namespace {

TEST(MapReference, DataUrlsAreDecoded) {
  // "{}" in base64 is "e30=".
  for (const char* url :
       {"data:application/json;base64,e30=", "data:;base64,e30=",
        "data:application/json;charset=utf-8;base64,e30=",
        "DATA:application/json;BASE64,e30%3D", "data:application/json,{}",
        "data:application/json,%7B%7D", "data:,{}"}) {
    ASSERT_TRUE(IsDataUrl(url)) << url;
    const auto json = DecodeDataUrl(url);
    ASSERT_TRUE(json.ok()) << url;
    EXPECT_EQ(*json, "{}") << url;
  }
  EXPECT_FALSE(IsDataUrl("main.js.map"));
  EXPECT_FALSE(DecodeDataUrl("data:application/json").ok());
  EXPECT_FALSE(DecodeDataUrl("data:application/json;base64,e!0=").ok());
}

TEST(MapReference, TheLastCommentOfTheLengthIsFound) {
  constexpr char kScript[] =
      "//# sourceMappingURL=data:,1\n"
      "//# sourceMappingURL=data:,2\n"
      "f('//# sourceMappingURL=data:,of-a-string');\n"
      "//# sourceMappingURL=main.map\n";
  EXPECT_EQ(FindDataUrl(kScript, 7), "data:,2");
  EXPECT_EQ(FindDataUrl(kScript, 8), "");
  EXPECT_EQ(FindDataUrl("sourceMappingURL=data:,3", 7), "data:,3");
  EXPECT_EQ(FindDataUrl("", 7), "");
}

}  // namespace
}  // namespace rt
