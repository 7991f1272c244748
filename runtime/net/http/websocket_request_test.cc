#include "runtime/net/http/websocket_request.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "runtime/net/http/request_parser.h"

namespace rt {
namespace {

// The client's request of RFC 6455, 1.2, without its other fields.
constexpr char kUpgrade[] = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
constexpr char kVersion[] = "Sec-WebSocket-Version: 13\r\n";
constexpr char kKey[] = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

// The status that refuses the request; 0 where it is good, and -1 where it asks
// for no WebSocket.
int Check(const std::string& fields, const std::string& method = "GET",
          const std::string& version = "1.1") {
  RequestHead head;
  head.text = absl::StrCat(method, " /chat HTTP/", version,
                           "\r\nHost: server.example.com\r\n", fields, "\r\n");
  RequestParser parser;
  const int status = parser.ParseHead(head, HttpLimits());
  if (status != 0) return status;
  return head.asks_for_websocket ? 0 : -1;
}

TEST(WebSocketRequestTest, TakesTheRequestOfTheRfc) {
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion, kKey)), 0);
}

TEST(WebSocketRequestTest, TakesNamesInAnyCaseAndOtherProtocolsBeside) {
  EXPECT_EQ(Check(absl::StrCat("upgrade: h2c , WebSocket\r\n",
                               "connection: keep-alive, UPGRADE\r\n", kVersion,
                               kKey)),
            0);
}

TEST(WebSocketRequestTest, IgnoresOtherUpgradesAndHttp10) {
  EXPECT_EQ(Check("Upgrade: h2c\r\nConnection: Upgrade\r\n"), -1);
  EXPECT_EQ(Check(absl::StrCat("Upgrade: websocket\r\n", kVersion, kKey)), -1)
      << "without Connection, which is a hop's";
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion, kKey), "GET", "1.0"), -1);
}

TEST(WebSocketRequestTest, RefusesOtherVersionsWith426) {
  for (const char* version : {"12", "8", "0", "13, 8", "013", "x"}) {
    EXPECT_EQ(Check(absl::StrCat(kUpgrade, "Sec-WebSocket-Version: ", version,
                                 "\r\n", kKey)),
              426)
        << version;
  }
}

TEST(WebSocketRequestTest, RefusesWhatIsMalformed) {
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kKey)), 400);
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion)), 400);
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion, kKey, kKey)), 400);
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion, kKey), "POST"), 400);
  EXPECT_EQ(
      Check(absl::StrCat(kUpgrade, kVersion, kKey, "Content-Length: 1\r\n")),
      400);
  EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion, kKey,
                               "Transfer-Encoding: chunked\r\n")),
            400);
  // 15 and 17 bytes, and what is no base64.
  for (const char* key : {"dGhlIHNhbXBsZSBub25j", "dGhlIHNhbXBsZSBub25jZWE=",
                          "!!!!!!!!!!!!!!!!!!!!!!==", ""}) {
    EXPECT_EQ(Check(absl::StrCat(kUpgrade, kVersion, "Sec-WebSocket-Key: ", key,
                                 "\r\n")),
              400)
        << key;
  }
}

}  // namespace
}  // namespace rt
