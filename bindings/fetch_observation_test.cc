#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bindings/test_told_calls.h"
#include "runtime/net/client/raw_server.h"

// What the observation of a request is told of the calls that are made for it.

namespace rt {
namespace {

using Outcome = BackendObservation::Outcome;
using testing::HasSubstr;

constexpr char kAnswer[] = "HTTP/1.1 201 Made\r\nContent-Length: 2\r\n\r\nok";

TEST(FetchObservation, TellsPhasesAndSizesOfACall) {
  std::string head;
  RawServer server([&](RawConnection& connection) {
    head = connection.ReadUntil("\r\n\r\n");
    connection.ReadSize(3);
    connection.Send(kAnswer);
    connection.ReadUntil("\r\n\r\n");
    connection.Send(kAnswer);
  });
  const auto told = ToldBy(R"(
      await forRequest(async () => {
        await (await fetch('URL?q', {method: 'POST', body: 'abc'})).text();
        await (await fetch('URL')).text();
      });
      await fetch('data:,x');
  )",
                           server.Url());
  ASSERT_EQ(told.size(), 2u);
  const ToldCall& first = *told[0];
  EXPECT_EQ(first.method, "POST");
  EXPECT_EQ(first.url, server.Url("/?q"));
  EXPECT_EQ(first.backend, "");
  EXPECT_EQ(first.head_status, 201);
  ASSERT_TRUE(first.end.has_value());
  const BackendObservation::End& end = *first.end;
  EXPECT_EQ(end.outcome, Outcome::kOk);
  EXPECT_EQ(end.status, 201);
  EXPECT_EQ(end.request_header_bytes, head.size());
  EXPECT_EQ(end.request_body_bytes, 3);
  EXPECT_EQ(end.response_header_bytes, sizeof(kAnswer) - 1 - 2);
  EXPECT_EQ(end.response_body_bytes, 2);
  EXPECT_TRUE(end.phases.connect_ns && end.phases.first_byte_ns);
  EXPECT_GE(end.total_ns, *end.phases.connect_ns + *end.phases.first_byte_ns);
  // The connection was used again.
  EXPECT_FALSE(told[1]->end->phases.connect_ns);
  EXPECT_THAT(head, HasSubstr("CDN-Loop: other, here\r\n"));
}

TEST(FetchObservation, TellsHowACallEnded) {
  RawServer server([](RawConnection& connection) {
    const std::string head = connection.ReadUntil("\r\n\r\n");
    if (head.find("/reset") != std::string::npos) return;
    connection.Send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
    connection.ReadUntil("never");
  });
  const auto told = ToldBy(R"(
      const ended = (promise) => promise.then(() => {}, () => {});
      await forRequest(async () => {
        await ended(fetch('URLreset'));
        await ended(fetch('/x', {backend: 'unknown'}));
        const controller = new AbortController();
        const {signal} = controller;
        const text = (await fetch('URL', {signal})).text();
        controller.abort();
        await ended(text);
        await (await fetch('URL')).body.cancel();
        const orphan = await fetch('URL');
        endRequest();
        await orphan.body.cancel();
      });
  )",
                           server.Url());
  std::vector<Outcome> outcomes;
  for (const auto& each : told) outcomes.push_back(each->end->outcome);
  EXPECT_THAT(outcomes, testing::ElementsAre(
                            Outcome::kNetworkError, Outcome::kSyntheticFailure,
                            Outcome::kCancelled, Outcome::kIncomplete,
                            Outcome::kOrphaned));
  EXPECT_EQ(told[1]->backend, "unknown");
}

TEST(FetchObservation, IsNotToldOfWhatIsForNoRequest) {
  RawServer server([](RawConnection& connection) {
    while (!connection.ReadUntil("\r\n\r\n").empty()) connection.Send(kAnswer);
  });
  const auto told = ToldBy("await (await fetch('URL')).text();", server.Url());
  EXPECT_TRUE(told.empty());
}

}  // namespace
}  // namespace rt
