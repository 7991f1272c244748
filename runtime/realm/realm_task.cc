// What happens around each task of a realm: its exceptions, its microtasks, the
// rejections that they leave, and how these end the realm.

#include <utility>

#include "runtime/engine/describe_exception.h"
#include "runtime/loader/module_loader.h"
#include "runtime/realm/message_writer.h"
#include "runtime/realm/port_table.h"
#include "runtime/realm/realm.h"
#include "runtime/realm/rejection_tracker.h"

namespace rt {

void Realm::RunTask(absl::FunctionRef<void()> task) {
  if (stop_->requested()) return;
  IsolateScope scope(*host_);
  {
    v8::TryCatch try_catch(scope.isolate());
    task();
    if (try_catch.HasCaught() && !try_catch.HasTerminated()) {
      const v8::Local<v8::Value> exception = try_catch.Exception();
      const v8::Local<v8::Message> message = try_catch.Message();
      try_catch.Reset();
      HandleException(scope, exception, message);
    }
  }
  RunMicrotasks(scope);
  if (host_->heap_limit().reached()) stop_->Stop(RealmEnd::kOutOfMemory);
}

void Realm::RunMicrotasks(IsolateScope& scope) {
  v8::TryCatch try_catch(scope.isolate());
  RejectionTracker& rejections = host_->State<RejectionTracker>();
  do {
    if (stop_->requested() || host_->heap_limit().reached()) return;
    scope.isolate()->PerformMicrotaskCheckpoint();
    if (stop_->requested() || host_->heap_limit().reached()) return;
  } while (rejections.Report(
      scope,
      [&](v8::Local<v8::Promise> promise, v8::Local<v8::Message> message) {
        return OfferRejection(scope, promise, message);
      },
      [&](v8::Local<v8::Promise> promise) {
        v8::Local<v8::Value> arguments[] = {promise, promise->Result()};
        v8::MaybeLocal<v8::Value> ignored =
            scope.InternalFunction("announceLateHandler")
                ->Call(scope.context(), v8::Undefined(scope.isolate()), 2,
                       arguments);
        static_cast<void>(ignored);
      }));
}

bool Realm::OfferException(IsolateScope& scope,
                           v8::Local<v8::Value> exception) {
  v8::Local<v8::Value> handled;
  return scope.InternalFunction("offerException")
             ->Call(scope.context(), v8::Undefined(scope.isolate()), 1,
                    &exception)
             .ToLocal(&handled) &&
         handled->IsTrue();
}

bool Realm::OfferRejection(IsolateScope& scope, v8::Local<v8::Promise> promise,
                           v8::Local<v8::Message> message) {
  if (stop_->requested()) return false;
  const v8::Local<v8::Value> reason = promise->Result();
  // The first module's promise is nobody's but the realm's: what rejects it is
  // an exception that nobody caught.
  if (promise == main_promise_) {
    HandleException(scope, reason, message);
    return false;
  }
  v8::Local<v8::Value> arguments[] = {promise, reason};
  v8::Local<v8::Value> handled;
  if (!scope.InternalFunction("offerRejection")
           ->Call(scope.context(), v8::Undefined(scope.isolate()), 2, arguments)
           .ToLocal(&handled)) {
    return false;
  }
  if (handled->IsTrue()) return true;
  Fail(scope, reason, DescribeException(scope, reason, message));
  return false;
}

void Realm::HandleException(IsolateScope& scope, v8::Local<v8::Value> exception,
                            v8::Local<v8::Message> message) {
  if (stop_->requested() || OfferException(scope, exception)) return;
  ScriptError description = DescribeException(scope, exception, message);
  // What the top level of a module throws has a place only if it is an error:
  // V8 makes no message for the rest (Execution::TryCall). Its file is known.
  if (description.file.empty() && !exception->IsNativeError()) {
    description.file =
        host_->State<ModuleLoader>().ThrowingModule(scope.isolate());
  }
  Fail(scope, exception, std::move(description));
}

void Realm::HandleChildError(IsolateScope& scope, v8::Local<v8::Value> error,
                             ScriptError description) {
  if (OfferException(scope, error)) return;
  Fail(scope, error, std::move(description));
}

void Realm::ReportUncaught(v8::Local<v8::Value> error) {
  IsolateScope scope(*host_);
  Fail(scope, error, DescribeException(scope, error, {}));
  Unwind(scope);
}

void Realm::Fail(IsolateScope& scope, v8::Local<v8::Value> exception,
                 ScriptError description) {
  if (result_.error.has_value() || host_->heap_limit().reached()) return;
  result_.error = std::move(description);
  // One that came from a realm that this one made has its label already.
  if (has_maker() && result_.error->realm.empty()) {
    result_.error->realm = host_->label();
  }
  if (has_maker()) {
    result_.error_value = PackError(scope, exception, reach());
  }
  if (stop_->requested()) {
    // In an 'exit' listener.
    result_.end = RealmEnd::kError;
    result_.exit_code = 1;
  }
  stop_->Stop(RealmEnd::kError);
}

void Realm::RequestExit(int code) {
  if (stop_->requested()) {
    // In an 'exit' listener.
    result_.exit_code = code;
  }
  if (!is_main()) registry_.ExitProcess(code);
  stop_->Stop(RealmEnd::kExited, code);
  IsolateScope scope(*host_);
  Unwind(scope);
}

void Realm::Close() {
  closed_ = true;
  loop_->Stop();
}

void Realm::Unwind(IsolateScope& scope) {
  // V8 looks for a termination when it enters a function. Entering one here has
  // the caller's JavaScript end at once, and not only where it next calls one.
  scope.isolate()->TerminateExecution();
  v8::MaybeLocal<v8::Value> ignored = scope.InternalFunction("nothing")->Call(
      scope.context(), v8::Undefined(scope.isolate()), 0, nullptr);
  static_cast<void>(ignored);
}

void Realm::RunTasks(absl::FunctionRef<void()> run) {
  IsolateScope scope(*host_);
  run();
}

bool Realm::ExpectsTask() {
  if (stop_->requested()) return false;
  if (host_->HasPendingBackgroundTasks()) return true;
  IsolateScope scope(*host_);
  if (host_->State<PortTable>().AwaitsRoom(scope)) return true;
  if (!asks_when_dry_) return false;
  v8::TryCatch try_catch(scope.isolate());
  v8::Local<v8::Value> waits;
  return scope.InternalFunction("runDry")
             ->Call(scope.context(), v8::Undefined(scope.isolate()), 0, nullptr)
             .ToLocal(&waits) &&
         waits->IsTrue();
}

}  // namespace rt
