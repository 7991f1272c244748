#include "runtime/net/websocket_url.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(WebSocketUrlTest, ReadsWhatARealmHostIsNamedBy) {
  const auto text = [](absl::string_view url) {
    const auto parsed = ParseWebSocketUrl(url);
    return parsed.ok() ? parsed->Text() : parsed.status().ToString();
  };
  EXPECT_EQ(text("wss://host:1234"), "wss://host:1234");
  EXPECT_EQ(text("ws://127.0.0.1:80/"), "ws://127.0.0.1:80");
  EXPECT_EQ(text("wss://[::1]:8"), "wss://[::1]:8");
  EXPECT_EQ(text("WSS://a-b.example"), "wss://a-b.example:443");
  EXPECT_EQ(text("ws://h"), "ws://h:80");
}

TEST(WebSocketUrlTest, RefusesAllElse) {
  for (const char* url :
       {"", "host:1", "http://h:1", "wss://", "wss://:1", "wss://h:",
        "wss://h:0", "wss://h:65536", "wss://h:+1", "wss://h:1/path",
        "wss://h:1?q", "wss://user@h:1", "wss://[::1:1", "wss://[x]:1",
        "wss://h:1:2", "wss://h h:1", "wss://h\r\n:1", "wss://::1:80"}) {
    const auto parsed = ParseWebSocketUrl(url);
    EXPECT_TRUE(absl::IsInvalidArgument(parsed.status())) << url;
    EXPECT_THAT(std::string(parsed.status().message()),
                ::testing::HasSubstr(url));
  }
}

TEST(HostPortTest, HasBoth) {
  EXPECT_EQ(ParseHostPort("[::]:0")->Text(), "[::]:0");
  EXPECT_EQ(ParseHostPort("[::]:0")->host, "::");
  EXPECT_EQ(ParseHostPort("localhost:65535")->port, 65535);
  for (const char* text : {"", "h", ":1", "h:", "h:x", "h:70000", "::1:2"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseHostPort(text).status())) << text;
  }
}

}  // namespace
}  // namespace rt
