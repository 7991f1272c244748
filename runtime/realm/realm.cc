#include "runtime/realm/realm.h"

#include <utility>

#include "runtime/engine/describe_exception.h"
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
    Fail(scope, try_catch.Exception(), try_catch.Message());
  }
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

RealmResult Realm::Run() {
  IsolateHost::Options host_options;
  host_options.image = services_.image;
  host_options.loop = loop_;
  host_options.max_heap_bytes = options_.max_heap_bytes;
  host_ = std::make_unique<IsolateHost>(std::move(host_options));
  loop_->set_delegate(this);
  {
    IsolateScope scope(*host_);
    std::unique_ptr<RealmObservation> observation =
        services_.observer->OnRealmStart(options_.info);
    absl::AnyInvocable<void()> load = [&] {
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
    observation.reset();
  }
  loop_->Close();
  host_.reset();
  RealmResult result;
  if (error_.has_value()) {
    result.reason = RealmResult::Reason::kError;
    result.error = std::move(error_);
  }
  return result;
}

}  // namespace rt
