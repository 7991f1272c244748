#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/net/test_peers.h"

namespace rt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Message(const absl::Status& status) {
  return std::string(status.message());
}

std::string Code(const absl::Status& status) {
  return GetErrorPayload(status, kErrorCode);
}

// A client's request by hand; the key is RFC 6455's example.
std::string UpgradeRequest(const std::string& token) {
  return absl::StrCat(
      "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
      token.empty() ? ""
                    : absl::StrCat("Authorization: Bearer ", token, "\r\n"),
      "\r\n");
}

// Reads the answer to it, and no byte more. False where it is no upgrade.
bool ReadUpgrade(int fd) {
  std::string head;
  char c;
  while (head.find("\r\n\r\n") == head.npos && read(fd, &c, 1) == 1) head += c;
  // The accept value is the one that RFC 6455 works out for its example.
  return head.find("HTTP/1.1 101") == 0 &&
         head.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != head.npos;
}

TEST(WebSocketTest, CarriesBytesBothWays) {
  TestServer server;
  TestClient client(server.Url());
  ASSERT_TRUE(client.side().WaitForOpen().ok()) << client.side().WaitForOpen();
  ASSERT_TRUE(server.side().WaitForOpen().ok());
  client.side().Send("to the server");
  EXPECT_EQ(server.side().WaitForBytes(13), "to the server");
  server.side().Send("and back");
  EXPECT_EQ(client.side().WaitForBytes(8), "and back");
}

TEST(WebSocketTest, CarriesBytesUnderTls) {
  const TestCertificate certificate;
  TestServer server(certificate.files());
  TestClient client({.url = server.Url("localhost"),
                     .token = kTestToken,
                     .roots = certificate.roots()});
  ASSERT_TRUE(client.side().WaitForOpen().ok()) << client.side().WaitForOpen();
  ASSERT_TRUE(server.side().WaitForOpen().ok());
  const std::string large(3 << 20, 'x');
  client.side().Send(large);
  EXPECT_EQ(server.side().WaitForBytes(large.size()), large);
  server.side().Send("and back");
  EXPECT_EQ(client.side().WaitForBytes(8), "and back");
  server.side().Finish();
  EXPECT_TRUE(client.side().WaitForEnd().ok()) << client.side().WaitForEnd();
}

TEST(WebSocketTest, AQueueIsFullUntilTheOtherSideReads) {
  TestServer server;
  TestClient client(server.Url());
  ASSERT_TRUE(client.side().WaitForOpen().ok());
  ASSERT_TRUE(server.side().WaitForOpen().ok());
  // More than the two sockets' buffers hold. Sent in one turn of the thread,
  // in which nothing can be written.
  client.side().Send(std::string(16 << 20, 'x'));
  client.side().WaitForRoom();
  EXPECT_FALSE(client.side().IsFull());
  EXPECT_EQ(server.side().WaitForBytes(16 << 20).size(), 16u << 20);
}

TEST(WebSocketTest, ACloseComesBehindAllThatWasSent) {
  TestServer server;
  TestClient client(server.Url());
  ASSERT_TRUE(client.side().WaitForOpen().ok());
  client.side().Send(std::string(2 << 20, 'a'));
  client.side().Send("last words");
  client.side().Finish();
  ASSERT_TRUE(server.side().WaitForOpen().ok());
  EXPECT_TRUE(server.side().WaitForEnd().ok()) << server.side().WaitForEnd();
  EXPECT_EQ(server.side().WaitForBytes(0).size(), (2u << 20) + 10);
  client.side().WaitForFinish();
}

TEST(WebSocketTest, AConnectionThatIsCutIsNoClose) {
  TestServer server;
  TestClient client(server.Url());
  ASSERT_TRUE(client.side().WaitForOpen().ok());
  ASSERT_TRUE(server.side().WaitForOpen().ok());
  server.side().Drop();
  EXPECT_TRUE(absl::IsUnavailable(client.side().WaitForEnd()));
  EXPECT_THAT(Message(client.side().WaitForEnd()),
              StartsWith(absl::StrCat("the connection with ",
                                      server.Url().Text(), " was cut: ")));
  // Dropped, not waited for.
  client.side().Send("x");
  EXPECT_FALSE(client.side().IsFull());
}

TEST(WebSocketClientTest, SaysThatTheTokenIsRefused) {
  TestServer server;
  TestClient client({.url = server.Url(), .token = "opens-the-doom"});
  EXPECT_TRUE(absl::IsUnauthenticated(client.side().WaitForOpen()));
  EXPECT_EQ(Message(client.side().WaitForOpen()),
            absl::StrCat(server.Url().Text(), " refused the token"));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ERR_TOKEN_REFUSED");
}

TEST(WebSocketClientTest, SaysThatNobodyListens) {
  WebSocketUrl url;
  {
    const TestServer server;
    url = server.Url();
  }
  TestClient client(url);
  EXPECT_EQ(
      Message(client.side().WaitForOpen()),
      absl::StrCat("cannot connect to ", url.Text(), ": Connection refused"));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ECONNREFUSED");
}

TEST(WebSocketClientTest, SaysThatAHostHasNoAddress) {
  // Never has one (RFC 6761).
  TestClient client({.at = {.host = "nowhere.invalid", .port = 1}});
  EXPECT_THAT(
      Message(client.side().WaitForOpen()),
      StartsWith("cannot find the address of wss://nowhere.invalid:1: "));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ENOTFOUND");
}

TEST(WebSocketClientTest, TrustsNoCertificateThatNobodyVouchesFor) {
  const TestCertificate certificate;
  TestServer server(certificate.files());
  TestClient client(server.Url("localhost"));
  EXPECT_THAT(Message(client.side().WaitForOpen()),
              StartsWith(absl::StrCat("cannot trust the certificate of ",
                                      server.Url("localhost").Text(),
                                      ": self-signed certificate; ")));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ERR_TLS_CERTIFICATE");
}

TEST(WebSocketClientTest, TrustsNoCertificateForAnotherHost) {
  const TestCertificate certificate;
  TestServer server(certificate.files());
  // The certificate is for a name.
  TestClient client({.url = server.Url("127.0.0.1"),
                     .token = kTestToken,
                     .roots = certificate.roots()});
  EXPECT_THAT(Message(client.side().WaitForOpen()),
              HasSubstr("IP address mismatch"));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ERR_TLS_CERTIFICATE");
}

TEST(WebSocketClientTest, SaysThatAServerHasNoTls) {
  TestServer server;
  WebSocketUrl url = server.Url();
  url.is_secure = true;
  TestClient client(url);
  EXPECT_THAT(
      Message(client.side().WaitForOpen()),
      StartsWith(absl::StrCat("cannot speak TLS with ", url.Text(), ": ")));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ERR_TLS");
}

TEST(WebSocketClientTest, TakesRootsOnlyWhereThereIsACertificate) {
  for (const char* roots :
       {"", "-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n",
        "no certificate at all"}) {
    EXPECT_FALSE(WebSocketClient::CheckRoots(roots).ok()) << roots;
  }
  EXPECT_TRUE(WebSocketClient::CheckRoots(TestCertificate().roots()).ok());
}

TEST(WebSocketClientTest, TrustsEachOfSeveralRoots) {
  const TestCertificate certificate;
  const TestCertificate other;
  TestServer server(certificate.files());
  TestClient client({.url = server.Url("localhost"),
                     .token = kTestToken,
                     .roots = other.roots() + certificate.roots()});
  EXPECT_TRUE(client.side().WaitForOpen().ok()) << client.side().WaitForOpen();
}

TEST(WebSocketClientTest, SendsNoTokenInTheClearToAnotherMachine) {
  // An address that is nobody's (RFC 5737).
  TestClient client(
      {.is_secure = false, .at = {.host = "192.0.2.1", .port = 80}});
  EXPECT_THAT(Message(client.side().WaitForOpen()),
              StartsWith("ws://192.0.2.1:80 is not on this machine"));
  EXPECT_EQ(Code(client.side().WaitForOpen()), "ERR_NOT_ENCRYPTED");
}

TEST(WebSocketServerTest, AnswersA401ToWhoHasNoToken) {
  TestServer server;
  for (const char* token : {"", "wrong", "opens-the-door-", "opens-the-doo"}) {
    const UniqueFd fd = ConnectRaw(server.port());
    SendRaw(fd.get(), UpgradeRequest(token));
    const std::string answer = ReadToEnd(fd.get());
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 401 Unauthorized\r\n"));
    EXPECT_TRUE(absl::EndsWith(answer, "\r\n\r\n")) << "no body: " << answer;
    EXPECT_THAT(answer, Not(HasSubstr("101")));
  }
}

TEST(WebSocketServerTest, GarbageEndsItsOwnConnectionOnly) {
  TestServer server;
  for (const std::string& garbage :
       {std::string("\x16\x03\x01\0\xff\xff", 6), std::string("GET\r\n\r\n"),
        std::string(1 << 20, 'x'),
        "GET / HTTP/1.1\r\n" + std::string(1 << 14, 'y'),
        std::string("GET / HTTP/1.1\r\n")}) {
    const UniqueFd fd = ConnectRaw(server.port());
    // The server may have closed before all of it was written.
    SendRaw(fd.get(), garbage);
    shutdown(fd.get(), SHUT_WR);
    EXPECT_THAT(ReadToEnd(fd.get()), Not(HasSubstr("101")));
  }
  TestClient client(server.Url());
  EXPECT_TRUE(client.side().WaitForOpen().ok());
}

TEST(WebSocketServerTest, RefusesARequestThatAsksForNoWebSocket) {
  TestServer server;
  const UniqueFd fd = ConnectRaw(server.port());
  SendRaw(fd.get(), absl::StrCat("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: ",
                                 "bearer ", kTestToken, "\r\n\r\n"));
  EXPECT_THAT(ReadToEnd(fd.get()), StartsWith("HTTP/1.1 426 "));
}

// What a client by hand sends behind a good request.
absl::Status EndAfter(const std::string& bytes) {
  TestServer server;
  UniqueFd fd = ConnectRaw(server.port());
  SendRaw(fd.get(), UpgradeRequest(kTestToken));
  EXPECT_TRUE(ReadUpgrade(fd.get()));
  SendRaw(fd.get(), bytes);
  shutdown(fd.get(), SHUT_WR);
  return server.side().WaitForEnd();
}

// Frames of https://www.rfc-editor.org/rfc/rfc6455#section-5.2, with a mask of
// zeros.
TEST(WebSocketServerTest, SaysThatAConnectionWasCutInAFrame) {
  const absl::Status end = EndAfter(std::string("\x82\x85\0\0\0\0hel", 9));
  EXPECT_TRUE(absl::IsUnavailable(end)) << end;
  EXPECT_THAT(Message(end), HasSubstr("was cut"));
}

TEST(WebSocketServerTest, SaysThatAFrameIsNotMasked) {
  const absl::Status end = EndAfter(std::string("\x82\x05hello", 7));
  EXPECT_TRUE(absl::IsDataLoss(end)) << end;
  EXPECT_THAT(Message(end), HasSubstr("sent what is no WebSocket"));
}

TEST(WebSocketServerTest, SaysThatAMessageIsTooLong) {
  const absl::Status end =
      EndAfter(std::string("\x82\xff\0\0\0\x7f\xff\xff\xff\xff\0\0\0\0", 14));
  EXPECT_TRUE(absl::IsDataLoss(end)) << end;
}

TEST(WebSocketServerTest, TakesNoText) {
  const absl::Status end = EndAfter(std::string("\x81\x85\0\0\0\0hello", 11));
  EXPECT_THAT(Message(end), HasSubstr("sent text where bytes belong"));
}

TEST(WebSocketServerTest, ListensOutsideOfLoopbackOnlyWithTls) {
  const auto io = *IoThread::Start("test");
  io->Run([&] {
    WebSocketServer::Options options = {.at = {.host = "0.0.0.0"},
                                        .token = kTestToken};
    const auto never = [](std::unique_ptr<WebSocketConnection>) {};
    const auto refused = WebSocketServer::Listen(io->context(), options, never);
    EXPECT_THAT(Message(refused.status()),
                StartsWith("will not listen on 0.0.0.0:0 without TLS"));
    options.is_insecure_allowed = true;
    const auto listens = WebSocketServer::Listen(io->context(), options, never);
    ASSERT_TRUE(listens.ok()) << listens.status();
    EXPECT_NE((*listens)->at().port, 0);
  });
}

TEST(WebSocketServerTest, NamesWhatItCannotListenWith) {
  const TestServer other;
  const TestCertificate certificate;
  const TestCertificate another;
  const auto io = *IoThread::Start("test");
  io->Run([&] {
    const auto why = [&](WebSocketServer::Options options) {
      const auto server =
          WebSocketServer::Listen(io->context(), std::move(options),
                                  [](std::unique_ptr<WebSocketConnection>) {});
      return Message(server.status());
    };
    const HostPort taken = {.host = "127.0.0.1", .port = other.port()};
    EXPECT_EQ(why({.at = taken, .token = "t"}),
              absl::StrCat("cannot listen on ", taken.Text(),
                           ": Address already in use"));
    const HostPort free = {.host = "127.0.0.1"};
    EXPECT_THAT(
        why({.at = free, .tls = {{"/no/cert", "/no/key"}}, .token = "t"}),
        StartsWith("cannot read the certificate '/no/cert': "));
    EXPECT_THAT(
        why({.at = free,
             .tls = {{certificate.files().certificate, another.files().key}},
             .token = "t"}),
        HasSubstr(another.files().key));
  });
}

}  // namespace
}  // namespace rt
