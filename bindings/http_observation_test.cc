#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bindings/test_program.h"
#include "runtime/base/clock.h"
#include "runtime/observe/request_observer.h"

// What an observer is told of the requests that an rt:http server answers,
// where the program is its own client.

namespace rt {
namespace {

using Outcome = RequestObservation::Outcome;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// All that was told of one request.
struct Told {
  std::string method;
  std::string target;
  uint64_t id = 0;
  int64_t start_ns = 0;
  int64_t end_ns = 0;
  std::map<std::string, int64_t> request_headers;
  std::map<std::string, int64_t> response_headers;
  std::vector<std::string> operations;
  int open_operations = 0;
  std::vector<std::string> stores;
  std::vector<std::string> backend_urls;
  int64_t request_body = -1;
  int64_t response_body = -1;
  int flushed_status = 0;
  std::optional<Outcome> outcome;
  int status = 0;
};

class Observation : public RequestObservation {
 public:
  explicit Observation(Told& told) : told_(told) {}
  ~Observation() override { EXPECT_TRUE(told_.outcome.has_value()); }

  OperationId OnOperationStart(const char* name) override {
    told_.operations.emplace_back(name);
    ++told_.open_operations;
    return static_cast<OperationId>(told_.operations.size());
  }
  void OnOperationEnd(OperationId id) override {
    EXPECT_LE(id, told_.operations.size());
    --told_.open_operations;
  }
  std::unique_ptr<BackendObservation> OnBackendCall(
      absl::string_view /*backend*/, absl::string_view /*method*/,
      absl::string_view url) override {
    told_.backend_urls.emplace_back(url);
    return nullptr;
  }
  void OnStoreAccess(const char* kind, absl::string_view name) override {
    told_.stores.push_back(absl::StrCat(kind, " ", name));
  }
  bool WantsHeaders() override { return true; }
  void OnRequestHeader(const HeaderSize& header) override {
    told_.request_headers.emplace(header.name, header.bytes);
  }
  void OnResponseHeader(const HeaderSize& header) override {
    told_.response_headers.emplace(header.name, header.bytes);
  }
  void OnRequestBody(int64_t bytes) override { told_.request_body = bytes; }
  void OnResponseBody(int64_t bytes) override { told_.response_body = bytes; }
  void OnHeaderFlush(int status) override { told_.flushed_status = status; }
  void OnFinish(Outcome outcome, int status) override {
    EXPECT_FALSE(told_.outcome.has_value());
    told_.outcome = outcome;
    told_.status = status;
    told_.end_ns = MonotonicNanos();
  }

 private:
  Told& told_;
};

class Observer : public RequestObserver {
 public:
  std::unique_ptr<RequestObservation> OnRequestStart(
      const RequestInfo& info) override {
    Told& told = *all_.emplace_back(std::make_unique<Told>());
    told.method = std::string(info.method);
    told.target = std::string(info.target);
    told.id = info.id;
    told.start_ns = info.start_ns;
    return std::make_unique<Observation>(told);
  }

  std::vector<std::unique_ptr<Told>> TakeAll() { return std::move(all_); }

 private:
  std::vector<std::unique_ptr<Told>> all_;
};

// Runs `handler`, a function's text, behind a server, and `client`, where `url`
// is the server's, to the end of both.
std::vector<std::unique_ptr<Told>> ToldBy(const std::string& handler,
                                          const std::string& client) {
  Observer observer;
  RealmServices services;
  services.request_observer = &observer;
  RunProgram(std::move(services), absl::StrCat(R"(
      import {serve} from 'rt:http';
      import {open} from 'rt:kv';
      const server = await serve({hostname: '127.0.0.1', maxBodyBytes: 1000,
                                  onError: () => new Response('oh', {status: 503})},
                                 )",
                                               handler, R"();
      const url = `http://127.0.0.1:${server.port}`;
      )",
                                               client, R"(
      await server.close();
      )"));
  return observer.TakeAll();
}

TEST(HttpObservation, TellsNamesAndSizesOfARequestAndItsAnswer) {
  const int64_t before_ns = MonotonicNanos();
  const auto told = ToldBy(
      R"(async (request) => new Response(`got ${await request.text()}`,
                                         {status: 201, headers: {'X-Made': 'abcd'}}))",
      R"(await (await fetch(url + '/a?q=1', {method: 'POST', body: 'hello',
                                             headers: {'X-Sent': 'abc'}})).text();)");
  ASSERT_EQ(told.size(), 1u);
  const Told& request = *told[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/a?q=1");
  EXPECT_GE(request.start_ns, before_ns);
  EXPECT_GE(request.end_ns, request.start_ns);
  EXPECT_THAT(request.request_headers, Contains(Pair("X-Sent", 3)));
  EXPECT_THAT(request.response_headers, Contains(Pair("X-Made", 4)));
  EXPECT_EQ(request.request_body, 5);
  EXPECT_EQ(request.response_body, 9);
  EXPECT_EQ(request.flushed_status, 201);
  EXPECT_EQ(request.outcome, Outcome::kNormal);
  EXPECT_EQ(request.status, 201);
  EXPECT_THAT(request.stores, IsEmpty());
}

TEST(HttpObservation, TellsWhatWasDoneForEachOfManyRequestsAtOnce) {
  const auto told = ToldBy(
      R"(async (request) => {
        const {pathname} = new URL(request.url);
        await new Promise((done) => setTimeout(done, Math.random() * 5));
        if (pathname === '/kv') {
          const store = open('visits');
          await store.put('a', 1);
          return Response.json(await store.get('a'));
        }
        if (pathname === '/fetch') return fetch('data:,from-far');
        return new Response('plain');
      })",
      R"(await Promise.all(['/kv', '/fetch', '/plain', '/kv', '/plain'].map(
             async (path) => (await fetch(url + path)).text()));)");
  ASSERT_EQ(told.size(), 5u);
  std::map<uint64_t, int> ids;
  for (const auto& request : told) {
    ++ids[request->id];
    EXPECT_EQ(request->outcome, Outcome::kNormal);
    EXPECT_EQ(request->open_operations, 0) << request->target;
    if (request->target == "/kv") {
      EXPECT_THAT(request->stores, ElementsAre("kv visits", "kv visits"));
      EXPECT_THAT(request->operations, ElementsAre("kv.commit", "kv.get"));
    } else {
      EXPECT_THAT(request->stores, IsEmpty()) << request->target;
    }
  }
  EXPECT_EQ(ids.size(), 5u);
  EXPECT_EQ(ids.count(0), 0u);
}

TEST(HttpObservation, TellsHowARequestEnded) {
  const auto told = ToldBy(
      R"(async (request) => {
        switch (new URL(request.url).pathname) {
          case '/throws': throw new Error('as it should');
          case '/says508': return new Response('', {status: 508});
          case '/body':
            globalThis.begun();
            return new Response(await request.text());
        }
        // The client leaves, which is sure when it takes no more.
        await new Promise((done) => request.signal.addEventListener('abort', done));
        return new Response(new ReadableStream({
          async pull(controller) {
            await new Promise((done) => setTimeout(done, 1));
            controller.enqueue(new Uint8Array(100));
          },
        }));
      })",
      R"(
      await (await fetch(url + '/throws')).text();
      await (await fetch(url + '/says508')).text();
      // It gets too large only when the handler has it.
      const has_begun = new Promise((done) => { globalThis.begun = done; });
      const big = new ReadableStream({async start(controller) {
        controller.enqueue(new Uint8Array(500));
        await has_begun;
        controller.enqueue(new Uint8Array(600));
        controller.close();
      }});
      await fetch(url + '/body', {method: 'POST', body: big, duplex: 'half'})
          .catch(() => {});
      await fetch(url + '/leaves', {signal: AbortSignal.timeout(50)}).catch(() => {});
      )");
  ASSERT_EQ(told.size(), 4u);
  EXPECT_EQ(told[0]->outcome, Outcome::kHandlerFailed);
  EXPECT_EQ(told[0]->status, 503);
  EXPECT_EQ(told[1]->outcome, Outcome::kNormal);
  EXPECT_EQ(told[1]->status, 508);
  EXPECT_EQ(told[2]->outcome, Outcome::kRefused);
  EXPECT_EQ(told[3]->outcome, Outcome::kAborted);
}

TEST(HttpObservation, TellsOfALoop) {
  const auto told = ToldBy(R"(async (request) => fetch(request.url))",
                           R"(
      const answer = await fetch(url + '/again');
      if (answer.status !== 508) throw new Error(`status ${answer.status}`);
      await answer.text();
      )");
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0]->outcome, Outcome::kNormal);
  EXPECT_EQ(told[0]->status, 508);
  EXPECT_EQ(told[0]->backend_urls.size(), 1u);
  EXPECT_EQ(told[1]->outcome, Outcome::kLoop);
  EXPECT_EQ(told[1]->status, 508);
}

}  // namespace
}  // namespace rt
