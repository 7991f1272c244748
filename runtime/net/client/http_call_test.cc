#include "runtime/net/client/http_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/error_phase.h"
#include "runtime/net/client/call_error.h"
#include "runtime/net/client/raw_server.h"
#include "runtime/net/client/test_call.h"

namespace rt {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kAnswer[] =
    "HTTP/1.1 200 Fine\r\nContent-Length: 5\r\nX-A: b\r\n\r\nhello";

HttpRequest Get(std::string url) {
  return {.method = "GET", .url = std::move(url), .uses_proxies = false};
}

HttpRequest::Bytes Owned(std::string text) {
  auto owner = std::make_shared<std::string>(std::move(text));
  return {owner, *owner};
}

std::string Code(const absl::Status& status) {
  return GetErrorPayload(status, kErrorCode);
}

std::string Phase(const absl::Status& status) {
  return GetErrorPayload(status, kErrorPhase);
}

// Answers requests without a body as long as there are some.
void ServeGets(RawConnection& connection) {
  while (!connection.ReadUntil("\r\n\r\n").empty()) connection.Send(kAnswer);
}

TEST(HttpCall, TakesHeadAndBody) {
  RawServer server(&ServeGets);
  TestClientThread client;
  TestCall call(client, Get(server.Url()));
  EXPECT_TRUE(call.WaitForEnd().ok());
  const HttpHead head = call.WaitForHead();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.reason, "Fine");
  EXPECT_EQ(head.header_lines, "Content-Length: 5\r\nX-A: b\r\n");
  EXPECT_EQ(head.body_size, 5);
  EXPECT_EQ(call.body(), "hello");
}

TEST(HttpCall, SendsMethodHeadersAndAWholeBody) {
  std::string head, body;
  {
    RawServer server([&](RawConnection& connection) {
      head = connection.ReadUntil("\r\n\r\n");
      body = connection.ReadSize(3);
      connection.Send(kAnswer);
    });
    TestClientThread client;
    HttpRequest request = Get(server.Url("/a?b"));
    request.method = "PATCH";
    request.headers = {{"X-One", "1"}, {"X-Empty", ""}};
    request.whole = Owned("abc");
    TestCall call(client, std::move(request));
    EXPECT_TRUE(call.WaitForEnd().ok());
    const BackendObservation::End figures = call.Figures();
    EXPECT_EQ(figures.request_header_bytes, head.size());
    EXPECT_EQ(figures.request_body_bytes, 3);
    EXPECT_EQ(figures.response_body_bytes, 5);
    EXPECT_EQ(figures.response_header_bytes, sizeof(kAnswer) - 1 - 5);
  }
  EXPECT_THAT(head, HasSubstr("PATCH /a?b HTTP/1.1\r\n"));
  EXPECT_THAT(head, HasSubstr("X-One: 1\r\n"));
  EXPECT_THAT(head, HasSubstr("X-Empty:\r\n"));
  EXPECT_THAT(head, HasSubstr("Content-Length: 3\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("Content-Type")));
  EXPECT_THAT(head, Not(HasSubstr("Expect")));
  EXPECT_EQ(body, "abc");
}

TEST(HttpCall, SaysThatAPostWithoutBodyIsEmpty) {
  std::string head;
  {
    RawServer server([&](RawConnection& connection) {
      head = connection.ReadUntil("\r\n\r\n");
      connection.Send(kAnswer);
    });
    TestClientThread client;
    HttpRequest request = Get(server.Url());
    request.method = "POST";
    TestCall call(client, std::move(request));
    EXPECT_TRUE(call.WaitForEnd().ok());
  }
  EXPECT_THAT(head, HasSubstr("Content-Length: 0\r\n"));
}

TEST(HttpCall, UsesAConnectionAgainWithoutItsFirstPhases) {
  RawServer server(&ServeGets);
  TestClientThread client;
  {
    TestCall first(client, Get(server.Url()));
    EXPECT_TRUE(first.WaitForEnd().ok());
    const BackendObservation::Phases phases = first.Figures().phases;
    EXPECT_TRUE(phases.dns_ns && phases.connect_ns && phases.first_byte_ns);
    EXPECT_FALSE(phases.tls_ns);
  }
  {
    TestCall second(client, Get(server.Url()));
    EXPECT_TRUE(second.WaitForEnd().ok());
    EXPECT_EQ(second.body(), "hello");
    const BackendObservation::Phases phases = second.Figures().phases;
    EXPECT_FALSE(phases.dns_ns || phases.connect_ns || phases.tls_ns);
    EXPECT_TRUE(phases.first_byte_ns);
  }
  EXPECT_EQ(server.accepted(), 1);
}

TEST(HttpCall, StreamsABodyInChunksAsThereIsRoom) {
  std::string head, body;
  {
    RawServer server([&](RawConnection& connection) {
      head = connection.ReadUntil("\r\n\r\n");
      body = connection.ReadUntil("0\r\n\r\n");
      connection.Send(kAnswer);
    });
    TestClientThread client;
    HttpRequest request = Get(server.Url());
    request.method = "POST";
    request.stream.emplace();
    TestCall call(client, std::move(request));
    for (const char* part : {"one", "two", ""}) {
      call.WaitForRoom();
      call.Write(part);
    }
    EXPECT_TRUE(call.WaitForEnd().ok());
    EXPECT_EQ(call.Figures().request_body_bytes, 6);
    EXPECT_EQ(call.Figures().request_header_bytes, head.size());
  }
  EXPECT_THAT(head, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_EQ(body, "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n");
}

TEST(HttpCall, WaitsForAReaderThatIsFull) {
  const std::string all(8 << 20, 'x');
  RawServer server([&](RawConnection& connection) {
    connection.ReadUntil("\r\n\r\n");
    connection.Send(absl::StrCat(
        "HTTP/1.1 200 OK\r\nContent-Length: ", all.size(), "\r\n\r\n"));
    connection.Send(all);
  });
  TestClientThread client;
  TestCall call(client, Get(server.Url()));
  call.Refuse(true);
  call.WaitForRefusal();
  call.Refuse(false);
  EXPECT_TRUE(call.WaitForEnd().ok());
  EXPECT_EQ(call.body(), all);
}

TEST(HttpCall, PassesOverInterimAnswersAndTrailers) {
  RawServer server([](RawConnection& connection) {
    connection.ReadUntil("\r\n\r\n");
    connection.Send(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        "HTTP/1.1 201 Made\r\nTransfer-Encoding: chunked\r\n\r\n"
        "2\r\nab\r\n0\r\nX-Trailer: t\r\n\r\n");
  });
  TestClientThread client;
  TestCall call(client, Get(server.Url()));
  EXPECT_TRUE(call.WaitForEnd().ok());
  const HttpHead head = call.WaitForHead();
  EXPECT_EQ(head.status, 201);
  EXPECT_EQ(head.header_lines, "Transfer-Encoding: chunked\r\n");
  EXPECT_EQ(head.body_size, -1);
  EXPECT_EQ(call.body(), "ab");
}

TEST(HttpCall, ClosesTheConnectionOfACallThatIsDestroyed) {
  absl::Notification asked;
  absl::Notification closed;
  RawServer server([&](RawConnection& connection) {
    connection.ReadUntil("\r\n\r\n");
    asked.Notify();
    connection.ReadUntil("never");
    closed.Notify();
  });
  TestClientThread client;
  TestCall call(client, Get(server.Url()));
  asked.WaitForNotification();
  call.Destroy();
  closed.WaitForNotification();
}

TEST(HttpCallError, SaysThatNobodyListens) {
  std::optional<RawServer> server;
  server.emplace(&ServeGets);
  const std::string url = server->Url("/secret?q");
  const uint16_t port = server->port();
  server.reset();
  TestClientThread client;
  TestCall call(client, Get(url));
  const absl::Status status = call.WaitForEnd();
  EXPECT_EQ(Code(status), "ECONNREFUSED");
  EXPECT_EQ(Phase(status), kPhaseConnect);
  EXPECT_EQ(status.message(),
            absl::StrCat("cannot connect to 127.0.0.1:", port,
                         ": Connection refused (ECONNREFUSED)"));
}

TEST(HttpCallError, SaysThatThereIsNoSuchHost) {
  TestClientThread client;
  TestCall call(client, Get("http://user:pw@nowhere.invalid/secret"));
  const absl::Status status = call.WaitForEnd();
  EXPECT_EQ(Code(status), "ENOTFOUND");
  EXPECT_EQ(Phase(status), kPhaseDns);
  EXPECT_THAT(std::string(status.message()), HasSubstr("nowhere.invalid"));
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("pw")));
}

struct Cut {
  const char* name;
  const char* answer;
  bool reset;
  const char* code;
  const char* phase;
};

class HttpCallCut : public testing::TestWithParam<Cut> {};

TEST_P(HttpCallCut, IsAnErrorWithItsPhase) {
  RawServer server([](RawConnection& connection) {
    connection.ReadUntil("\r\n\r\n");
    connection.Send(GetParam().answer);
    if (GetParam().reset) connection.ResetOnClose();
  });
  TestClientThread client;
  TestCall call(client, Get(server.Url()));
  const absl::Status status = call.WaitForEnd();
  EXPECT_EQ(Code(status), GetParam().code) << status;
  EXPECT_EQ(Phase(status), GetParam().phase) << status;
}

INSTANTIATE_TEST_SUITE_P(
    All, HttpCallCut,
    testing::Values(
        Cut{"NoAnswer", "", false, "ECONNRESET", kPhaseResponse},
        Cut{"Reset", "", true, "ECONNRESET", kPhaseResponse},
        Cut{"HalfAHead", "HTTP/1.1 200 OK\r\nContent-", true, "ECONNRESET",
            kPhaseResponse},
        Cut{"HalfAHeadAndAnEnd", "HTTP/1.1 200 OK\r\nX-", false, "ECONNRESET",
            kPhaseResponse},
        Cut{"HalfABody", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
            false, "ECONNRESET", kPhaseBody},
        Cut{"HalfAChunk",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf",
            false, "ECONNRESET", kPhaseBody},
        Cut{"NoHttp", "220 mail.example ESMTP\r\n", false, "ERR_PROTOCOL",
            kPhaseResponse},
        Cut{"BadChunk",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            false, "ERR_PROTOCOL", kPhaseBody},
        Cut{"BadGzip",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n"
            "\r\nnope",
            false, "ERR_PROTOCOL", kPhaseBody}),
    [](const testing::TestParamInfo<Cut>& info) { return info.param.name; });

}  // namespace
}  // namespace rt
