#include "runtime/loader/source_map/source_map.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "runtime/loader/source_map/vlq.h"

namespace rt {
namespace {

absl::StatusOr<SourceMap> Map(absl::string_view mappings) {
  return SourceMap::Parse(
      absl::StrCat(R"({"version":3,"sources":["a.ts","b.ts"],"mappings":")",
                   mappings, "\"}"));
}

// "source:line:column", or "-".
std::string Find(const SourceMap& map, int line, int column) {
  const auto original = map.Find(line, column);
  if (!original.has_value()) return "-";
  return absl::StrCat(map.sources()[original->source], ":", original->line, ":",
                      original->column);
}

TEST(Vlq, ReadsTheExamplesOfTheFormat) {
  const auto read = [](absl::string_view text) { return ConsumeVlq(text); };
  EXPECT_EQ(read("A"), 0);
  EXPECT_EQ(read("C"), 1);
  EXPECT_EQ(read("D"), -1);
  EXPECT_EQ(read("2H"), 123);
  EXPECT_EQ(read("qxmvrH"), 123456789);
  EXPECT_EQ(read("+/////D"), INT32_MAX);
  EXPECT_EQ(read(""), std::nullopt);
  EXPECT_EQ(read("g"), std::nullopt);
  EXPECT_EQ(read("!"), std::nullopt);
  EXPECT_EQ(read("////////"), std::nullopt);
}

TEST(Vlq, TakesOneNumberAtATime) {
  absl::string_view text = "2HDA";
  EXPECT_EQ(ConsumeVlq(text), 123);
  EXPECT_EQ(ConsumeVlq(text), -1);
  EXPECT_EQ(text, "A");
}

TEST(SourceMap, FindsTheMappedPlaceBefore) {
  // Line 0: column 0 is a.ts:0:0, column 4 is a.ts:0:2. Line 1 has none. Line
  // 2: column 2 is b.ts:1:0.
  const auto map = Map("AAAA,IAAE;;ECCF");
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(Find(*map, 0, 0), "a.ts:0:0");
  EXPECT_EQ(Find(*map, 0, 3), "a.ts:0:0");
  EXPECT_EQ(Find(*map, 0, 4), "a.ts:0:2");
  EXPECT_EQ(Find(*map, 0, 99), "a.ts:0:2");
  EXPECT_EQ(Find(*map, 1, 0), "a.ts:0:2");
  EXPECT_EQ(Find(*map, 2, 0), "a.ts:0:2");
  EXPECT_EQ(Find(*map, 2, 2), "b.ts:1:0");
  EXPECT_EQ(Find(*map, 9, 0), "b.ts:1:0");
}

TEST(SourceMap, WithoutAColumnTheFirstPlaceOfTheLineCounts) {
  const auto map = Map("EAAE,IAAE;;ECCF");
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(Find(*map, 0, 0), "-");
  EXPECT_EQ(Find(*map, 0, -1), "a.ts:0:2");
  EXPECT_EQ(Find(*map, 1, -1), "a.ts:0:4");
  EXPECT_EQ(Find(*map, 2, -1), "b.ts:1:2");
}

TEST(SourceMap, AnEmptyMapFindsNothing) {
  EXPECT_EQ(Find(*Map(""), 0, 0), "-");
  EXPECT_EQ(Find(*Map(";;;"), 2, 0), "-");
}

TEST(SourceMap, RefusesWhatIsNoMap) {
  for (const char* json : {"", "[]", "{}", "{\"version\":2}", "{\"version\":3}",
                           R"({"version":3,"sources":[],"mappings":5})",
                           R"({"version":3,"sources":[],"mappings":"AAAA"})",
                           R"({"version":3,"sections":[{}]})"}) {
    EXPECT_EQ(SourceMap::Parse(json).status().code(),
              absl::StatusCode::kInvalidArgument)
        << json;
  }
  for (const char* mappings : {"!", "AA", "AAA", "AEAA", "AADA", "D", "AAAAA",
                               "AAAAAA", "g", "AAgggggggE"}) {
    EXPECT_FALSE(Map(mappings).ok()) << mappings;
  }
}

// Line 0 of the generated text: "f" at 0 is a.ts:1:9, named "first"; what is
// at 4 comes from nowhere; what is at 8 is a.ts:2:0.
constexpr char kNamed[] =
    R"({"version":3,"sources":["a.ts"],"names":["first"],)"
    R"("mappings":"AACSA,I,IACT"})";

TEST(SourceMap, CodeOfNoSourceHasNoOriginal) {
  const auto map = SourceMap::Parse(kNamed);
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(Find(*map, 0, 3), "a.ts:1:9");
  EXPECT_EQ(Find(*map, 0, 4), "-");
  EXPECT_EQ(Find(*map, 0, 7), "-");
  EXPECT_EQ(Find(*map, 0, 8), "a.ts:2:0");
}

TEST(SourceMap, AnIdentifierHasTheNameThatIsMappedAtItsPlace) {
  const auto map = SourceMap::Parse(kNamed);
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(map->NameAt(0, 0, 1), "first");
  EXPECT_EQ(map->NameAt(0, 0, 4), "first");
  // Longer than what is mapped there.
  EXPECT_EQ(map->NameAt(0, 0, 5), "");
  EXPECT_EQ(map->NameAt(0, 1, 1), "");
  EXPECT_EQ(map->NameAt(0, 8, 1), "");
  EXPECT_EQ(map->NameAt(1, 0, 1), "");
}

TEST(SourceMap, ALineStandsForOneLineOrForSeveral) {
  using Kind = SourceMap::Line::Kind;
  // Line 0: a.ts:0 at 2, a.ts:1 at 4. Line 1: none. Line 2: a.ts:1 twice.
  const auto map = Map("EAAA,EACA;;AAAA,EAAE");
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(map->FindLine(0, 0).kind, Kind::kSeveral);
  EXPECT_EQ(map->FindLine(0, 0).original.line, 0);
  EXPECT_EQ(map->FindLine(0, 3).kind, Kind::kSeveral);
  EXPECT_EQ(map->FindLine(0, 4).kind, Kind::kOne);
  EXPECT_EQ(map->FindLine(0, 4).original.line, 1);
  EXPECT_EQ(map->FindLine(1, 0).kind, Kind::kOne);
  EXPECT_EQ(map->FindLine(2, 0).kind, Kind::kOne);
  EXPECT_EQ(map->FindLine(2, 0).original.line, 1);
  EXPECT_FALSE(map->FindOnLine(1, 0).has_value());
  EXPECT_TRUE(map->FindOnLine(2, 0).has_value());
  EXPECT_EQ(Map("")->FindLine(0, 0).kind, Kind::kNone);
}

TEST(SourceMap, SectionsAreOneMap) {
  const auto map = SourceMap::Parse(
      R"({"version":3,"sections":[)"
      R"({"offset":{"line":0,"column":0},"map":)"
      R"({"version":3,"sources":["a.ts"],"mappings":"AAAA"}},)"
      R"({"offset":{"line":1,"column":10},"map":)"
      R"({"version":3,"sources":["b.ts","c.ts"],"names":["n"],)"
      R"("mappings":"ECAEA;CACA"}}]})");
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(map->sources(), (std::vector<std::string>{"a.ts", "b.ts", "c.ts"}));
  EXPECT_EQ(Find(*map, 1, 9), "a.ts:0:0");
  // The section begins, and has nothing there.
  EXPECT_EQ(Find(*map, 1, 11), "-");
  EXPECT_EQ(Find(*map, 1, 12), "c.ts:0:2");
  EXPECT_EQ(map->NameAt(1, 12, 1), "n");
  // Only its first line begins within a line.
  EXPECT_EQ(Find(*map, 2, 0), "c.ts:0:2");
  EXPECT_EQ(Find(*map, 2, 1), "c.ts:1:2");
}

TEST(SourceMap, ASectionInAnotherFileIsRefused) {
  const auto map = SourceMap::Parse(
      R"({"version":3,"sections":[)"
      R"({"offset":{"line":0,"column":0},"url":"self.js.map"}]})");
  EXPECT_EQ(map.status().message(),
            "no source map: a section is in another file");
}

TEST(SourceMap, SourcesStandBehindTheirRoot) {
  const auto map = SourceMap::Parse(
      R"({"version":3,"sourceRoot":"../src","sources":["a.ts",null],)"
      R"("mappings":""})");
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(map->sources(), (std::vector<std::string>{"../src/a.ts", ""}));
}

TEST(SourceMap, ALineThatGuardsItFromBrowsersIsSkipped) {
  EXPECT_TRUE(SourceMap::Parse(absl::StrCat(")]}'\n", kNamed)).ok());
  EXPECT_FALSE(SourceMap::Parse(")]}'").ok());
}

TEST(SourceMap, ContentsAreFoundBySource) {
  constexpr char kPlain[] =
      R"({"version":3,"sources":["a","b","c"],"mappings":"",)"
      R"("sourcesContent":["text a",null]})";
  EXPECT_EQ(SourceContent(kPlain, 0), "text a");
  EXPECT_EQ(SourceContent(kPlain, 1), std::nullopt);
  EXPECT_EQ(SourceContent(kPlain, 2), std::nullopt);
  EXPECT_EQ(SourceContent(kPlain, 3), std::nullopt);
  EXPECT_EQ(SourceContent("{", 0), std::nullopt);
  EXPECT_EQ(
      SourceContent(R"({"version":3,"sections":[{"map":{"sources":["a"]}},)"
                    R"({"map":{"sources":["b"],"sourcesContent":["B"]}}]})",
                    1),
      "B");
}

}  // namespace
}  // namespace rt
