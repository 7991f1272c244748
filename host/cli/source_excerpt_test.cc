#include "host/cli/source_excerpt.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(SourceExcerptTest, TheCaretStandsUnderTheColumn) {
  EXPECT_EQ(SourceExcerpt("throw x;", 1, 80), "throw x;\n^\n");
  EXPECT_EQ(SourceExcerpt("throw x;", 7, 80), "throw x;\n      ^\n");
}

TEST(SourceExcerptTest, AColumnMayLieBehindTheEndOrBeUnknown) {
  EXPECT_EQ(SourceExcerpt("foo(", 5, 80), "foo(\n    ^\n");
  EXPECT_EQ(SourceExcerpt("foo(", 99, 80), "foo(\n    ^\n");
  EXPECT_EQ(SourceExcerpt("foo(", 0, 80), "foo(\n");
  EXPECT_EQ(SourceExcerpt("", 1, 80), "\n^\n");
}

TEST(SourceExcerptTest, TabsStayTabsAboveAndBelow) {
  EXPECT_EQ(SourceExcerpt("\tif (a)\tthrow b;", 9, 80),
            "\tif (a)\tthrow b;\n\t      \t^\n");
}

TEST(SourceExcerptTest, WideCharactersTakeTwoCellsAndCombiningOnesNone) {
  // U+65E5 U+672C: two cells and one code unit each.
  EXPECT_EQ(SourceExcerpt("'日本' + x", 8, 80), "'日本' + x\n         ^\n");
  // U+1F600: two cells, two code units.
  EXPECT_EQ(SourceExcerpt("'😀' + x", 8, 80), "'😀' + x\n       ^\n");
  // e + U+0301: one cell, two code units.
  EXPECT_EQ(SourceExcerpt("'e\xcc\x81' + x", 8, 80),
            "'e\xcc\x81' + x\n      ^\n");
}

TEST(SourceExcerptTest, CarriageReturnsAtTheEndAreNotShown) {
  EXPECT_EQ(SourceExcerpt("a b\r", 3, 80), "a b\n  ^\n");
  EXPECT_EQ(SourceExcerpt("a b\r\n", 3, 80), "a b\n  ^\n");
}

TEST(SourceExcerptTest, ASourceCannotCommandTheTerminal) {
  EXPECT_EQ(SourceExcerpt("a\x1b[31mb\x7f\xc2\x9b", 7, 80),
            "a\xef\xbf\xbd[31mb\xef\xbf\xbd\xef\xbf\xbd\n      ^\n");
}

TEST(SourceExcerptTest, BytesThatAreNoUtf8AreReplacedOneByOne) {
  EXPECT_EQ(SourceExcerpt("a\xff\xe6\x97z", 5, 80),
            "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\n    ^\n");
}

// Where the caret stands in its line, and what stands above it, for a line of
// one-byte characters that may begin with an ellipsis.
struct Shown {
  std::string source;
  char above = 0;
};

Shown Show(const std::string& line, int column, int width) {
  const std::vector<std::string> lines =
      absl::StrSplit(SourceExcerpt(line, column, width), '\n');
  Shown shown;
  shown.source = lines.at(0);
  std::string plain = shown.source;
  if (plain.substr(0, 3) == "…") plain.replace(0, 3, "<");
  if (plain.size() >= 3 && plain.substr(plain.size() - 3) == "…") {
    plain.replace(plain.size() - 3, 3, ">");
  }
  EXPECT_LE(plain.size(), static_cast<size_t>(width));
  const size_t caret = lines.at(1).size() - 1;
  EXPECT_EQ(lines.at(1), std::string(caret, ' ') + "^");
  shown.above = caret < plain.size() ? plain[caret] : 0;
  return shown;
}

TEST(SourceExcerptTest, ALongLineIsCutAroundTheColumn) {
  const std::string a(500, 'a');
  const std::string b(500, 'b');
  const Shown middle = Show(a + "X" + b, 501, 60);
  EXPECT_EQ(middle.above, 'X');
  EXPECT_EQ(middle.source.substr(0, 3), "…");
  EXPECT_EQ(middle.source.substr(middle.source.size() - 3), "…");

  const Shown start = Show("X" + b, 1, 60);
  EXPECT_EQ(start.above, 'X');
  EXPECT_EQ(start.source[0], 'X');

  const Shown end = Show(a + "X", 501, 60);
  EXPECT_EQ(end.above, 'X');
  EXPECT_EQ(end.source.back(), 'X');
}

TEST(SourceExcerptTest, TheCaretIsRightInEveryColumnOfALineThatIsCut) {
  std::string line;
  for (int i = 0; i < 200; ++i) line += static_cast<char>('a' + i % 26);
  for (int column = 1; column <= 200; ++column) {
    EXPECT_EQ(Show(line, column, 40).above, line[column - 1]) << column;
  }
}

TEST(SourceExcerptTest, ALineThatFitsIsNotCut) {
  const std::string line(80, 'x');
  EXPECT_EQ(Show(line, 80, 80).source, line);
}

TEST(SourceExcerptTest, ALineOfAWholeProgramCostsLittle) {
  const std::string line = std::string(20'000'000, 'a') + "X";
  EXPECT_EQ(Show(line, 20'000'001, 80).above, 'X');
}

}  // namespace
}  // namespace rt
