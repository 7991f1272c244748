#include "profiler/model/symbol_table.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(StringTableTest, IdZeroIsTheEmptyString) {
  StringTable strings;
  EXPECT_EQ(strings[StringId::kEmpty], "");
  EXPECT_EQ(strings.Intern(""), StringId::kEmpty);
  EXPECT_EQ(strings.size(), 1u);
}

TEST(StringTableTest, EqualTextIsOneString) {
  StringTable strings;
  const StringId a = strings.Intern("parse");
  const StringId b = strings.Intern("print");
  EXPECT_NE(a, b);
  EXPECT_EQ(strings.Intern(std::string("par") + "se"), a);
  EXPECT_EQ(strings.Find("print"), b);
  EXPECT_EQ(strings.Find("other"), std::nullopt);
  EXPECT_EQ(strings.size(), 3u);
}

TEST(StringTableTest, TextStaysWhereItIsWhileTheTableGrowsAndMoves) {
  StringTable strings;
  const StringId first = strings.Intern("s");
  const std::string_view text = strings[first];
  for (int i = 0; i < 10'000; ++i) strings.Intern(std::to_string(i));
  const StringTable moved = std::move(strings);
  EXPECT_EQ(moved[first].data(), text.data());
  EXPECT_EQ(moved.Find("s"), first);
}

TEST(StringTableTest, BytesThatAreNotUtf8AreReplaced) {
  StringTable strings;
  const StringId broken = strings.Intern("a\xFFz");
  EXPECT_EQ(strings[broken], "a\uFFFDz");
  EXPECT_EQ(strings.Intern("a\uFFFDz"), broken);
}

TEST(SymbolTableTest, AFunctionIsItsNamesFileAndFirstLine) {
  SymbolTable symbols;
  const FunctionSymbol parse = {.name = "parse",
                                .system_name = "parse",
                                .file = "/a.ts",
                                .start_line = 3};
  const FunctionId id = symbols.InternFunction(parse);
  EXPECT_EQ(symbols.InternFunction(parse), id);

  FunctionSymbol other = parse;
  other.name = "Parser.parse";
  EXPECT_NE(symbols.InternFunction(other), id);
  other = parse;
  other.system_name = "p";
  EXPECT_NE(symbols.InternFunction(other), id);
  other = parse;
  other.file = "/b.ts";
  EXPECT_NE(symbols.InternFunction(other), id);
  other = parse;
  other.start_line = 4;
  EXPECT_NE(symbols.InternFunction(other), id);
  EXPECT_EQ(symbols.functions().size(), 5u);
}

TEST(SymbolTableTest, AFrameIsALineAndColumnOfAFunction) {
  SymbolTable symbols;
  const FunctionId f = symbols.InternFunction({.name = "f"});
  const FunctionId g = symbols.InternFunction({.name = "g"});
  const FrameId frame = symbols.InternFrame({.function = f, .line = 7});
  EXPECT_EQ(symbols.InternFrame({.function = f, .line = 7}), frame);
  EXPECT_NE(symbols.InternFrame({.function = f, .line = 8}), frame);
  EXPECT_NE(symbols.InternFrame({.function = g, .line = 7}), frame);
  EXPECT_NE(symbols.InternFrame({.function = f, .line = 7, .column = 2}),
            frame);
}

TEST(SymbolTableTest, AMergedTableSharesWhatBothHave) {
  SymbolTable to;
  to.InternFunction({.name = "only here", .file = "/a.ts"});
  const FunctionId shared =
      to.InternFunction({.name = "shared", .file = "/a.ts", .start_line = 5});
  const FrameId shared_frame = to.InternFrame({.function = shared, .line = 6});

  SymbolTable from;
  const FrameId from_shared = from.InternFrame(
      {.function = from.InternFunction(
           {.name = "shared", .file = "/a.ts", .start_line = 5}),
       .line = 6});
  const FrameId from_new = from.InternFrame(
      {.function = from.InternFunction({.name = "new", .file = "/b.ts"}),
       .line = 1});

  const std::vector<FrameId> frames = to.Merge(std::move(from));
  EXPECT_EQ(frames[static_cast<size_t>(from_shared)], shared_frame);
  const StackFrame& added = to.frames()[frames[static_cast<size_t>(from_new)]];
  const Function& function = to.functions()[added.function];
  EXPECT_EQ(to.strings()[function.name], "new");
  EXPECT_EQ(to.strings()[function.file], "/b.ts");
  EXPECT_EQ(to.functions().size(), 3u);
}

}  // namespace
}  // namespace rt
