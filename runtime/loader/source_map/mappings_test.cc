#include "runtime/loader/source_map/mappings.h"

#include <string>

#include "gtest/gtest.h"

namespace rt {
namespace {

// "line:column" of the original place, from 0; "" where there is none.
std::string Find(const absl::StatusOr<Mappings>& mappings, uint32_t line,
                 std::optional<uint32_t> column) {
  const MappingSegment* const found = mappings.value().Find(line, column);
  if (found == nullptr) return "";
  return std::to_string(found->original_line) + ":" +
         std::to_string(found->original_column);
}

// The numbers behind the letters are from the table of ECMA-426 (and of RFC
// 4648): A is 0, C is +1, D is -1, E is +2, I is +4, and gB is 16.
TEST(MappingsTest, NumbersAreDifferencesToTheSegmentBefore) {
  // Line 0: column 0 is 0:0, column 4 is 0:16. Line 1: column 2 is 1:15.
  const auto mappings = Mappings::Decode("AAAA,IAAgB;EACD", 1);
  ASSERT_TRUE(mappings.ok()) << mappings.status();
  EXPECT_EQ(Find(mappings, 0, 0), "0:0");
  EXPECT_EQ(Find(mappings, 0, 3), "0:0");
  EXPECT_EQ(Find(mappings, 0, 4), "0:16");
  EXPECT_EQ(Find(mappings, 0, 1000), "0:16");
  EXPECT_EQ(Find(mappings, 1, 2), "1:15");
}

TEST(MappingsTest, BeforeALinesFirstSegmentThereIsNothing) {
  const auto mappings = Mappings::Decode("EAAA", 1);
  EXPECT_EQ(Find(mappings, 0, 1), "");
  EXPECT_EQ(Find(mappings, 0, std::nullopt), "0:0");
  EXPECT_EQ(Find(mappings, 1, 0), "");
  EXPECT_EQ(Find(mappings, UINT32_MAX, 0), "");
}

TEST(MappingsTest, ASegmentWithoutASourceEndsTheOneBefore) {
  const auto mappings = Mappings::Decode("AAAA,C,CACA", 1);
  EXPECT_EQ(Find(mappings, 0, 0), "0:0");
  EXPECT_EQ(Find(mappings, 0, 1), "");
  EXPECT_EQ(Find(mappings, 0, 2), "1:0");
}

TEST(MappingsTest, SegmentsOutOfOrderAreSorted) {
  // Column 4 first, then column 0.
  const auto mappings = Mappings::Decode("IAAC,JAAA", 1);
  EXPECT_EQ(Find(mappings, 0, 0), "0:1");
  EXPECT_EQ(Find(mappings, 0, 4), "0:1");
  const auto lines = Mappings::Decode("IACA,JACA", 1);
  EXPECT_EQ(Find(lines, 0, 0), "2:0");
  EXPECT_EQ(Find(lines, 0, 4), "1:0");
}

TEST(MappingsTest, EmptyLinesCount) {
  const auto mappings = Mappings::Decode(";;;AAAA;", 1);
  EXPECT_EQ(Find(mappings, 2, 0), "");
  EXPECT_EQ(Find(mappings, 3, 0), "0:0");
  EXPECT_TRUE(Mappings::Decode("", 0).ok());
}

TEST(MappingsTest, WhatTheGrammarHasNoPlaceForIsAnError) {
  for (const char* text : {
           "A!AA",       // no Base64
           "AA",         // two numbers
           "AAA",        // three
           "AAAAAA",     // six
           "g",          // a number that does not end
           "AAAg,A",     // nor here
           "D",          // column -1
           "AADA",       // line -1
           "ACAA",       // source 1 of 1
           "ggggggggA",  // more than 32 bits
       }) {
    EXPECT_EQ(Mappings::Decode(text, 1).status().code(),
              absl::StatusCode::kInvalidArgument)
        << text;
  }
}

}  // namespace
}  // namespace rt
