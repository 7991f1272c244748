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
                           R"({"version":3,"sources":[],"sections":[]})"}) {
    EXPECT_EQ(SourceMap::Parse(json).status().code(),
              absl::StatusCode::kInvalidArgument)
        << json;
  }
  for (const char* mappings :
       {"!", "AA", "AAA", "AEAA", "AADA", "D", "AAAAAA", "g", "AAgggggggE"}) {
    EXPECT_FALSE(Map(mappings).ok()) << mappings;
  }
}

}  // namespace
}  // namespace rt
