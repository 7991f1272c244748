#include "runtime/base/path_text.h"

#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(PathTextTest, Utf8IsItsText) {
  EXPECT_EQ(PathToText("a/\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x89"),
            u"a/\u00e9\u20ac\U0001f389");
  EXPECT_EQ(TextToPath(u"a/\u00e9\u20ac\U0001f389"),
            "a/\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x89");
}

// Expected values from Python: bytes.decode('utf-8', 'surrogateescape').
TEST(PathTextTest, BytesOutsideOfCharactersAreEscaped) {
  const auto text = [](std::initializer_list<char16_t> units) {
    return std::u16string(units);
  };
  EXPECT_EQ(PathToText("\xe9t\xe9"), text({0xdce9, 't', 0xdce9}));
  EXPECT_EQ(PathToText("\xc0\xaf"), text({0xdcc0, 0xdcaf}));  // long
  EXPECT_EQ(PathToText("\xe2\x82"), text({0xdce2, 0xdc82}));  // cut
  EXPECT_EQ(PathToText("\xed\xa0\x80"), text({0xdced, 0xdca0, 0xdc80}));
  EXPECT_EQ(PathToText("\xf4\x90\x80\x80"),
            text({0xdcf4, 0xdc90, 0xdc80, 0xdc80}));
}

TEST(PathTextTest, EveryPairOfBytesComesBack) {
  for (int first = 1; first < 256; ++first) {
    for (int second = 1; second < 256; ++second) {
      const std::string path = {static_cast<char>(first),
                                static_cast<char>(second), 'x'};
      ASSERT_EQ(TextToPath(PathToText(path)), path);
    }
  }
}

TEST(PathTextTest, OtherLoneSurrogatesBecomeReplacementCharacters) {
  const char16_t text[] = {0xd800, 'a', 0xdfff, 0};
  EXPECT_EQ(TextToPath(text),
            "\xef\xbf\xbd"
            "a\xef\xbf\xbd");
}

}  // namespace
}  // namespace rt
