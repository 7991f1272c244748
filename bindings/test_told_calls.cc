#include "bindings/test_told_calls.h"

#include <utility>

#include "absl/strings/str_replace.h"
#include "bindings/test_program.h"
#include "runtime/base/check.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

// A request that is never answered: the test's program says what is for it.
class TestRequest : public RequestContext, public RequestObservation {
 public:
  RequestObservation* observation() override { return this; }
  absl::string_view loops() override { return "other, here"; }

  std::unique_ptr<BackendObservation> OnBackendCall(
      absl::string_view backend, absl::string_view method,
      absl::string_view url) override {
    auto told = std::make_shared<ToldCall>();
    told->backend = std::string(backend);
    told->method = std::string(method);
    told->url = std::string(url);
    told_.push_back(told);
    return std::make_unique<Call>(std::move(told));
  }

  const std::vector<std::shared_ptr<ToldCall>>& told() const { return told_; }

 private:
  class Call : public BackendObservation {
   public:
    explicit Call(std::shared_ptr<ToldCall> told) : told_(std::move(told)) {}
    ~Call() override { RT_CHECK(told_->end.has_value()); }
    void OnHead(int status) override { told_->head_status = status; }
    void OnEnd(const End& end) override {
      RT_CHECK(!told_->end.has_value());
      told_->end = end;
    }

   private:
    const std::shared_ptr<ToldCall> told_;
  };

  std::vector<std::shared_ptr<ToldCall>> told_;
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

}  // namespace

std::vector<std::shared_ptr<ToldCall>> ToldBy(const std::string& program,
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

}  // namespace rt
