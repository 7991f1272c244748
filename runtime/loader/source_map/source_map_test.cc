#include "runtime/loader/source_map/source_map.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(SourceMapTest, FindsTheSourceAndThePlace) {
  const auto map = SourceMap::Parse(
      R"({"version": 3, "sourceRoot": "src", "names": ["f"],
          "sources": ["a.ts", null, "b.ts"], "mappings": "AAAA;AECAA"})");
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(map->sources(),
            (std::vector<std::string>{"src/a.ts", "", "src/b.ts"}));
  const auto found = map->Find(1, 7);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(map->sources()[found->source], "src/b.ts");
  EXPECT_EQ(found->line, 1u);
  EXPECT_EQ(found->column, 0u);
  EXPECT_FALSE(map->Find(2, 0).has_value());
}

TEST(SourceMapTest, SkipsTheLineThatKeepsJsonFromBeingAScript) {
  EXPECT_TRUE(SourceMap::Parse(")]}'\n{\"version\": 3, \"sources\": [], "
                               "\"mappings\": \"\"}")
                  .ok());
  EXPECT_FALSE(SourceMap::Parse(")]}'").ok());
}

TEST(SourceMapTest, SaysWhatIsWrong) {
  const struct {
    const char* json;
    const char* message;
  } cases[] = {
      {"", "no JSON"},
      {"[3]", "no JSON object"},
      {R"({"version": 2, "sources": [], "mappings": ""})", "version"},
      {R"({"version": 3, "mappings": ""})", "no list of sources"},
      {R"({"version": 3, "sources": [1], "mappings": ""})", "no string"},
      {R"({"version": 3, "sources": [], "mappings": 1})", "no string"},
      {R"({"version": 3, "sources": [], "sections": []})", "sections"},
      {R"({"version": 3, "sources": [], "mappings": "AAAA"})", "not listed"},
  };
  for (const auto& wrong : cases) {
    const absl::Status status = SourceMap::Parse(wrong.json).status();
    EXPECT_TRUE(absl::StrContains(status.message(), wrong.message))
        << wrong.json << ": " << status;
  }
}

}  // namespace
}  // namespace rt
