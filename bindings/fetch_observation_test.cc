#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "bindings/test_program.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/strings.h"
#include "runtime/net/client/raw_server.h"

// What the observation of a request is told of the calls that are made for it.

namespace rt {
namespace {

using Outcome = BackendObservation::Outcome;
using testing::HasSubstr;

// All that was told of one call.
struct Told {
  std::string backend;
  std::string method;
  std::string url;
  int head_status = 0;
  std::optional<BackendObservation::End> end;
};

// A request that is never answered: the test's program says what is for it.
class TestRequest : public RequestContext, public RequestObservation {
 public:
  RequestObservation* observation() override { return this; }
  absl::string_view loops() override { return "other, here"; }

  std::unique_ptr<BackendObservation> OnBackendCall(
      absl::string_view backend, absl::string_view method,
      absl::string_view url) override {
    auto told = std::make_shared<Told>();
    told->backend = std::string(backend);
    told->method = std::string(method);
    told->url = std::string(url);
    told_.push_back(told);
    return std::make_unique<Call>(std::move(told));
  }

  const std::vector<std::shared_ptr<Told>>& told() const { return told_; }

 private:
  class Call : public BackendObservation {
   public:
    explicit Call(std::shared_ptr<Told> told) : told_(std::move(told)) {}
    ~Call() override { EXPECT_TRUE(told_->end.has_value()); }
    void OnHead(int status) override { told_->head_status = status; }
    void OnEnd(const End& end) override {
      EXPECT_FALSE(told_->end.has_value());
      told_->end = end;
    }

   private:
    const std::shared_ptr<Told> told_;
  };

  std::vector<std::shared_ptr<Told>> told_;
};

TestRequest* the_request = nullptr;
AsyncContexts::Id the_id = 0;

// forRequest(callback): what the callback starts works for the request.
void ForRequest(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  auto& contexts = StateOf<AsyncContexts>(isolate);
  if (the_id == 0) the_id = contexts.Add(the_request);
  const AsyncContexts::Scope works_for(isolate, the_id);
  v8::Local<v8::Value> result;
  if (info[0]
          .As<v8::Function>()
          ->Call(isolate->GetCurrentContext(), v8::Undefined(isolate), 0,
                 nullptr)
          .ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// endRequest(): it is over.
void EndRequest(const v8::FunctionCallbackInfo<v8::Value>& info) {
  StateOf<AsyncContexts>(info.GetIsolate()).Remove(the_id);
}

// Gives the realm these two functions.
class Setup : public RealmObserver {
 public:
  std::unique_ptr<RealmObservation> OnRealmStart(const RealmInfo&) override {
    v8::Isolate* const isolate = v8::Isolate::GetCurrent();
    Define(isolate, "forRequest", &ForRequest);
    Define(isolate, "endRequest", &EndRequest);
    return std::make_unique<RealmObservation>();
  }

 private:
  static void Define(v8::Isolate* isolate, const char* name,
                     v8::FunctionCallback callback) {
    const v8::Local<v8::Context> context = isolate->GetCurrentContext();
    context->Global()
        ->Set(context, NewString(isolate, name),
              v8::Function::New(context, callback).ToLocalChecked())
        .Check();
  }
};

// Runs the program, in which URL is the server's, and returns what was told.
std::vector<std::shared_ptr<Told>> ToldBy(const std::string& program,
                                          const std::string& url) {
  TestRequest request;
  the_request = &request;
  the_id = 0;
  Setup setup;
  RealmServices services;
  services.observer = &setup;
  RunProgram(std::move(services), absl::StrReplaceAll(program, {{"URL", url}}));
  return request.told();
}

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
  const Told& first = *told[0];
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
