#include "runtime/realm/realm.h"

#include <utility>
#include <vector>

#include "runtime/engine/describe_exception.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/module_loader.h"

namespace rt {

Realm::Realm(const RealmServices& services, Options options)
    : services_(services),
      options_(std::move(options)),
      loop_(EventLoop::Create()) {}

Realm::~Realm() = default;

void Realm::RunTask(absl::AnyInvocable<void()>& task) {
  IsolateScope scope(*host_);
  v8::TryCatch try_catch(scope.isolate());
  task();
  if (!try_catch.HasCaught()) {
    scope.isolate()->PerformMicrotaskCheckpoint();
  }
  if (try_catch.HasCaught() && !try_catch.HasTerminated()) {
    const v8::Local<v8::Value> exception = try_catch.Exception();
    const v8::Local<v8::Message> message = try_catch.Message();
    try_catch.Reset();
    HandleException(scope, exception, message);
  }
}

void Realm::HandleException(IsolateScope& scope, v8::Local<v8::Value> exception,
                            v8::Local<v8::Message> message) {
  v8::Local<v8::Value> handled;
  if (scope.InternalFunction("offerException")
          ->Call(scope.context(), v8::Undefined(scope.isolate()), 1, &exception)
          .ToLocal(&handled) &&
      handled->IsTrue()) {
    return;
  }
  Fail(scope, exception, message);
}

void Realm::RequestExit(int code) {
  exit_code_ = code;
  loop_->Stop();
  host_->TerminateExecution();
}

void Realm::ReportUncaught(v8::Local<v8::Value> error) {
  IsolateScope scope(*host_);
  Fail(scope, error, {});
}

void Realm::BeforeWait() {
  IsolateScope scope(*host_);
  scope.isolate()->SetIdle(true);
}

void Realm::AfterWait() {
  IsolateScope scope(*host_);
  scope.isolate()->SetIdle(false);
}

void Realm::Fail(IsolateScope& scope, v8::Local<v8::Value> exception,
                 v8::Local<v8::Message> message) {
  if (error_.has_value()) return;
  error_ = DescribeException(scope, exception, message);
  loop_->Stop();
}

void Realm::Start(IsolateScope& scope) {
  v8::Isolate* const isolate = scope.isolate();
  const v8::Local<v8::Context> context = scope.context();
  std::vector<v8::Local<v8::Value>> args;
  for (const std::string& arg : options_.args) {
    args.push_back(NewString(isolate, arg));
  }
  v8::Local<v8::Object> versions = v8::Object::New(isolate);
  versions
      ->Set(context, NewString(isolate, "v8"),
            NewString(isolate, v8::V8::GetVersion()))
      .Check();
  v8::Local<v8::Object> start = v8::Object::New(isolate);
  start
      ->Set(context, NewString(isolate, "args"),
            v8::Array::New(isolate, args.data(), args.size()))
      .Check();
  start->Set(context, NewString(isolate, "versions"), versions).Check();
  v8::Local<v8::Value> argument = start;
  scope.InternalFunction("start")
      ->Call(context, v8::Undefined(isolate), 1, &argument)
      .ToLocalChecked();
}

int Realm::Finish(IsolateScope& scope) {
  v8::Isolate* const isolate = scope.isolate();
  v8::Local<v8::Value> code = error_.has_value()
                                  ? v8::Integer::New(isolate, 1).As<v8::Value>()
                                  : v8::Undefined(isolate).As<v8::Value>();
  v8::Local<v8::Value> result;
  if (!scope.InternalFunction("finish")
           ->Call(scope.context(), v8::Undefined(isolate), 1, &code)
           .ToLocal(&result)) {
    // exit() in an 'exit' listener.
    return exit_code_.value_or(1);
  }
  return result->Int32Value(scope.context()).FromMaybe(1);
}

RealmResult Realm::Run() {
  IsolateHost::Options host_options;
  host_options.image = services_.image;
  host_options.loop = loop_;
  host_options.max_heap_bytes = options_.max_heap_bytes;
  host_options.control = this;
  host_ = std::make_unique<IsolateHost>(std::move(host_options));
  loop_->set_delegate(this);
  {
    IsolateScope scope(*host_);
    std::unique_ptr<RealmObservation> observation =
        services_.observer->OnRealmStart(options_.info);
    absl::AnyInvocable<void()> load = [&] {
      Start(scope);
      v8::Local<v8::Promise> promise;
      if (!host_->State<ModuleLoader>()
               .RunMain(scope, options_.info.entry)
               .ToLocal(&promise)) {
        return;
      }
      if (promise->State() == v8::Promise::kRejected) {
        Fail(scope, promise->Result(), {});
      }
    };
    RunTask(load);
    loop_->Run();
    if (!exit_code_.has_value()) exit_code_ = Finish(scope);
    observation.reset();
  }
  loop_->Close();
  host_.reset();
  RealmResult result;
  result.exit_code = *exit_code_;
  if (error_.has_value()) {
    result.reason = RealmResult::Reason::kError;
    result.error = std::move(error_);
  }
  return result;
}

}  // namespace rt
