#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bindings/test_told_calls.h"
#include "runtime/net/client/raw_server.h"

// What the observation of a request is told of the WebSockets that are opened
// for it.

namespace rt {
namespace {

using Outcome = BackendObservation::Outcome;
using testing::ElementsAre;

TEST(WebSocketObservation, TellsOfTheOpeningAsOfACall) {
  const auto told = ToldBy(R"(
      import {serve, upgradeWebSocket} from 'rt:http';
      const server = await serve((request) => {
        const {socket, response} = upgradeWebSocket(request);
        socket.onmessage = () => socket.close();
        return response;
      });
      await forRequest(() => new Promise((resolve) => {
        const socket =
            new WebSocket(`ws://u:p@127.0.0.1:${server.port}/chat?a`);
        socket.onopen = () => socket.send('much of this is told to nobody');
        socket.onclose = resolve;
      }));
      await new Promise((resolve) => {
        new WebSocket(`ws://127.0.0.1:${server.port}/`).onopen =
            ({target}) => resolve(target.close());
      });
      await server.close();
  )",
                           "");
  // The second one is for no request.
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0]->backend, "");
  EXPECT_EQ(told[0]->method, "GET");
  EXPECT_THAT(told[0]->url,
              testing::MatchesRegex("ws://127\\.0\\.0\\.1:[0-9]+/chat\\?a"));
  EXPECT_EQ(told[0]->head_status, 101);
  const BackendObservation::End& end = *told[0]->end;
  EXPECT_EQ(end.outcome, Outcome::kOk);
  EXPECT_EQ(end.status, 101);
  EXPECT_TRUE(end.phases.connect_ns && end.phases.first_byte_ns);
  EXPECT_FALSE(end.phases.tls_ns);
  EXPECT_GE(end.total_ns, *end.phases.connect_ns + *end.phases.first_byte_ns);
  EXPECT_EQ(end.request_body_bytes, 0);
  EXPECT_EQ(end.response_body_bytes, 0);
}

TEST(WebSocketObservation, CountsTheBytesOfHeads) {
  std::string request;
  const std::string answer =
      "HTTP/1.1 403 No Way At All\r\nContent-Length: 0\r\nX-Why: as it "
      "is\r\n\r\n";
  RawServer server([&](RawConnection& connection) {
    request = connection.ReadUntil("\r\n\r\n");
    connection.Send(answer);
    connection.ReadUntil("never");
  });
  const auto told = ToldBy(R"(
      await forRequest(() => new Promise((resolve) => {
        new WebSocket('URLa?b').onclose = resolve;
      }));
  )",
                           server.Url());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0]->head_status, 403);
  const BackendObservation::End& end = *told[0]->end;
  EXPECT_EQ(end.outcome, Outcome::kOk);
  EXPECT_EQ(end.status, 403);
  EXPECT_EQ(end.request_header_bytes, request.size());
  EXPECT_EQ(end.response_header_bytes, answer.size());
}

TEST(WebSocketObservation, TellsHowAnOpeningEnded) {
  RawServer server([](RawConnection& connection) {
    const std::string head = connection.ReadUntil("\r\n\r\n");
    if (head.find("/reset") != std::string::npos) return;
    if (head.find("/wrong") != std::string::npos) {
      connection.Send(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
          "Connection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n");
    }
    connection.ReadUntil("never");
  });
  const auto told = ToldBy(R"(
      const closed = (socket) =>
          new Promise((resolve) => { socket.onclose = resolve; });
      await forRequest(async () => {
        await closed(new WebSocket('URLreset'));
        await closed(new WebSocket('URLwrong'));
        const early = new WebSocket('URL');
        early.close();
        await closed(early);
        const orphan = new WebSocket('URLreset');
        endRequest();
        await closed(orphan);
      });
  )",
                           server.Url());
  std::vector<Outcome> outcomes;
  std::vector<int> statuses;
  for (const auto& each : told) {
    outcomes.push_back(each->end->outcome);
    statuses.push_back(each->end->status);
  }
  EXPECT_THAT(outcomes,
              ElementsAre(Outcome::kNetworkError, Outcome::kNetworkError,
                          Outcome::kCancelled, Outcome::kOrphaned));
  EXPECT_THAT(statuses, ElementsAre(0, 101, 0, 0));
}

}  // namespace
}  // namespace rt
