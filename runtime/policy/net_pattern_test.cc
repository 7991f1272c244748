#include "runtime/policy/net_pattern.h"

#include "gtest/gtest.h"

namespace rt {
namespace {

NetPattern Parsed(absl::string_view text) {
  absl::StatusOr<NetPattern> pattern = NetPattern::Parse(text);
  EXPECT_TRUE(pattern.ok()) << pattern.status();
  return *pattern;
}

TEST(NetPatternTest, AHostAndAPortMatchThemselves) {
  const NetPattern pattern = Parsed("example.com:443");
  EXPECT_TRUE(pattern.Matches("example.com", 443));
  EXPECT_TRUE(pattern.Matches("EXAMPLE.com.", 443));
  EXPECT_FALSE(pattern.Matches("example.com", 80));
  EXPECT_FALSE(pattern.Matches("a.example.com", 443));
  EXPECT_FALSE(pattern.Matches("example.com.evil.org", 443));
}

TEST(NetPatternTest, AWildcardStandsForNamesBelowADomain) {
  const NetPattern pattern = Parsed("*.example.com:443");
  EXPECT_TRUE(pattern.Matches("a.example.com", 443));
  EXPECT_TRUE(pattern.Matches("a.b.example.com", 443));
  EXPECT_FALSE(pattern.Matches("example.com", 443));
  EXPECT_FALSE(pattern.Matches("badexample.com", 443));
}

TEST(NetPatternTest, AnyHostAndAnyPort) {
  EXPECT_TRUE(Parsed("localhost:*").Matches("localhost", 1));
  EXPECT_FALSE(Parsed("localhost:*").Matches("127.0.0.1", 1));
  EXPECT_TRUE(Parsed("*:80").Matches("127.0.0.1", 80));
  EXPECT_TRUE(Parsed("*:*").Matches("x", 65535));
}

TEST(NetPatternTest, AnIpv6AddressStandsInBrackets) {
  EXPECT_TRUE(Parsed("[::1]:80").Matches("::1", 80));
  EXPECT_FALSE(Parsed("[::1]:80").Matches("::2", 80));
  EXPECT_FALSE(NetPattern::Parse("::1:80").ok());
}

TEST(NetPatternTest, WhatIsNoPatternIsRefusedByName) {
  for (const char* text :
       {"", "example.com", ":80", "example.com:", "example.com:0",
        "example.com:65536", "example.com:-1", "example.com:+1",
        "example.com: 1", "a..b:1", ".a:1", "*a.com:1", "*.*:1", "a.*.b:1",
        "https://a:1", "a b:1", "[::1:80", "[x]:80", "*.:1"}) {
    const absl::StatusOr<NetPattern> pattern = NetPattern::Parse(text);
    ASSERT_FALSE(pattern.ok()) << text;
    EXPECT_NE(pattern.status().message().find(text), absl::string_view::npos);
  }
}

TEST(NetPatternTest, CoversWhatMatchesLess) {
  const auto covers = [](const char* a, const char* b) {
    return Parsed(a).Covers(Parsed(b));
  };
  EXPECT_TRUE(covers("*:*", "*.a.b:1"));
  EXPECT_TRUE(covers("*.b:*", "*.a.b:1"));
  EXPECT_TRUE(covers("*.a.b:1", "*.a.b:1"));
  EXPECT_TRUE(covers("*.b:1", "a.b:1"));
  EXPECT_FALSE(covers("*.b:1", "b:1"));
  EXPECT_FALSE(covers("*.a.b:1", "*.b:1"));
  EXPECT_FALSE(covers("*.b:1", "*.ab:1"));
  EXPECT_FALSE(covers("a.b:1", "*.a.b:1"));
  EXPECT_FALSE(covers("*:1", "*:*"));
  EXPECT_FALSE(covers("a:1", "*:1"));
}

}  // namespace
}  // namespace rt
