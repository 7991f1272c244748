#include "runtime/net/http/loop_id.h"

#include "gtest/gtest.h"

namespace rt {
namespace {

// The examples of RFC 8586, section 2.
TEST(LoopIdTest, FindsAnIdInWhatTheRfcShows) {
  const char kList[] =
      "foo123.foocdn.example, barcdn.example; trace=\"abcdef\"";
  EXPECT_TRUE(NamesLoopId(kList, "foo123.foocdn.example"));
  EXPECT_TRUE(NamesLoopId(kList, "barcdn.example"));
  EXPECT_FALSE(NamesLoopId(kList, "trace"));
  EXPECT_FALSE(NamesLoopId(kList, "foocdn.example"));
  EXPECT_TRUE(NamesLoopId("AnotherCDN; abc=123; def=\"456\"", "AnotherCDN"));
}

TEST(LoopIdTest, WhatIsQuotedNamesNobody) {
  EXPECT_FALSE(NamesLoopId("a; b=\"x, me, y\"", "me"));
  EXPECT_FALSE(NamesLoopId("a; b=\"x\\\", me\"", "me"));
  EXPECT_TRUE(NamesLoopId("a; b=\"x, y\", me", "me"));
}

TEST(LoopIdTest, AnIdIsAWholeEntry) {
  EXPECT_FALSE(NamesLoopId("", "me"));
  EXPECT_FALSE(NamesLoopId(" , ;", "me"));
  EXPECT_FALSE(NamesLoopId("meme, me2", "me"));
  EXPECT_FALSE(NamesLoopId("ME", "me"));
  EXPECT_TRUE(NamesLoopId("one,me", "me"));
  EXPECT_TRUE(NamesLoopId("\tme ", "me"));
}

TEST(LoopIdTest, AServerAddsItselfBehindOthers) {
  EXPECT_EQ(WithLoopId("", "me"), "me");
  EXPECT_EQ(WithLoopId("one, other; a=1", "me"), "one, other; a=1, me");
  EXPECT_TRUE(NamesLoopId(WithLoopId("one", "me"), "me"));
}

TEST(LoopIdTest, MadeIdsAreGoodAndDiffer) {
  EXPECT_TRUE(CheckLoopId(NewLoopId()).ok());
  EXPECT_NE(NewLoopId(), NewLoopId());
}

TEST(LoopIdTest, RefusesWhatIsNoId) {
  EXPECT_TRUE(CheckLoopId("edge-1.example:8080").ok());
  EXPECT_TRUE(CheckLoopId("[::1]:80").ok());
  for (const char* bad :
       {"", "a b", "a,b", "a;b", "a\"b", "a\r\nb", "\xc3\xa4"}) {
    EXPECT_FALSE(CheckLoopId(bad).ok()) << bad;
  }
  EXPECT_FALSE(CheckLoopId(std::string(129, 'a')).ok());
}

}  // namespace
}  // namespace rt
