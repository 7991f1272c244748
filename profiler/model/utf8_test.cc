#include "profiler/model/utf8.h"

#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(Utf8Test, KnowsTheEdgesOfTheEncoding) {
  // RFC 3629, section 4: the first and last sequence of every length.
  for (std::string_view text :
       {std::string_view("\0", 1), std::string_view("\x7F"),
        std::string_view("\xC2\x80"), std::string_view("\xDF\xBF"),
        std::string_view("\xE0\xA0\x80"), std::string_view("\xED\x9F\xBF"),
        std::string_view("\xEE\x80\x80"), std::string_view("\xEF\xBF\xBF"),
        std::string_view("\xF0\x90\x80\x80"),
        std::string_view("\xF4\x8F\xBF\xBF"), std::string_view("")}) {
    EXPECT_TRUE(IsValidUtf8(text)) << testing::PrintToString(text);
    EXPECT_EQ(ToValidUtf8(text), text);
  }
}

TEST(Utf8Test, RefusesWhatIsNotUtf8) {
  for (std::string_view text :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF",  // overlong
        "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF",      // overlong
        "\xED\xA0\x80", "\xED\xBF\xBF",          // surrogates
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",  // over U+10FFFF
        "\xFF", "\xE2\x82", "\xE2\x28\xA1", "a\xC3"}) {
    EXPECT_FALSE(IsValidUtf8(text)) << testing::PrintToString(text);
    EXPECT_TRUE(IsValidUtf8(ToValidUtf8(text)));
  }
}

TEST(Utf8Test, ReplacesEachMaximalSubpartOnce) {
  // The example of Unicode 15, section 3.9, table 3-8 and 3-11.
  EXPECT_EQ(ToValidUtf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"),
            "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\x41");
  EXPECT_EQ(ToValidUtf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"),
            "\uFFFD\uFFFD\uFFFD\uFFFD\x41");
}

TEST(Utf8Test, ReadsCodePoints) {
  EXPECT_EQ(ReadUtf8("\u00E9x").code_point, U'\u00E9');
  EXPECT_EQ(ReadUtf8("\u20AC").code_point, U'\u20AC');
  EXPECT_EQ(ReadUtf8("\U0001F600").code_point, U'\U0001F600');
  EXPECT_EQ(ReadUtf8("\U0001F600").length, 4u);
}

TEST(Utf8Test, APrefixNeverSplitsACodePoint) {
  EXPECT_EQ(Utf8Prefix("aé€", 6), "aé€");
  EXPECT_EQ(Utf8Prefix("aé€", 5), "aé");
  EXPECT_EQ(Utf8Prefix("aé€", 3), "aé");
  EXPECT_EQ(Utf8Prefix("aé€", 2), "a");
  EXPECT_EQ(Utf8Prefix("aé€", 0), "");
}

}  // namespace
}  // namespace rt
