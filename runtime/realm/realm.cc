#include "runtime/realm/realm.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/base/clock.h"
#include "runtime/engine/describe_exception.h"
#include "runtime/engine/properties.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/module_loader.h"
#include "runtime/loop/reactor.h"
#include "runtime/policy/policy.h"
#include "runtime/realm/child_realms.h"
#include "runtime/realm/message_reader.h"
#include "runtime/realm/port_table.h"
#include "runtime/realm/realm_calls.h"
#include "runtime/realm/realm_label.h"
#include "runtime/realm/realm_usage.h"
#include "runtime/realm/rejection_tracker.h"

namespace rt {
namespace {

// The lower one of what the process and the realm's policy say; 0 is no limit.
size_t HeapLimitOf(size_t of_process, const Policy* policy) {
  const size_t of_policy = policy == nullptr ? 0 : policy->memory_bytes();
  if (of_process == 0 || of_policy == 0) return of_process + of_policy;
  return std::min(of_process, of_policy);
}

}  // namespace

Realm::Realm(RealmRegistry& registry, Options options)
    : registry_(registry),
      options_(std::move(options)),
      is_pooled_(options_.reactor != nullptr),
      loop_(EventLoop::Create(options_.reactor != nullptr
                                  ? std::move(options_.reactor)
                                  : Reactor::Create())),
      stop_(std::make_shared<RealmStop>(loop_)) {
  if (is_main()) registry_.SetMain(stop_);
}

Realm::~Realm() {
  if (is_main()) registry_.SetMain(nullptr);
}

RealmResult Realm::Run() {
  RealmResult result;
  Reactor& reactor = *loop_->reactor();
  Start([&](RealmResult its_result) {
    result = std::move(its_result);
    reactor.Stop();
  });
  reactor.Run();
  return result;
}

void Realm::Start(EndCallback on_end) {
  on_end_ = std::move(on_end);
  loop_->PostControl([this] { Begin(); });
}

void Realm::AskUsage(absl::AnyInvocable<void(const RealmUsage&)> answer) {
  stop_->questions().Ask(
      [answer = std::move(answer)](v8::Isolate* isolate) mutable {
        answer(MeasureUsage(isolate));
      });
}

void Realm::Begin() {
  const int64_t cpu_ns = ThreadCpuNanos();
  IsolateHost::Options host_options;
  host_options.image = registry_.services().image;
  host_options.loop = loop_;
  host_options.max_heap_bytes =
      HeapLimitOf(registry_.services().max_heap_bytes, options_.policy.get());
  host_options.control = this;
  host_options.label = RealmLabel(options_.info);
  host_ = std::make_unique<IsolateHost>(std::move(host_options));
  if (options_.restrict) restricted_ = options_.restrict(*this);
  stop_->Attach(host_.get());
  loop_->set_delegate(this);
  IsolateScope scope(*host_);
  if (is_pooled_) {
    registry_.stall_watch().Add(loop_.get(), host_->label(), stop_);
    host_->State<TurnCpu>().CountFrom(cpu_ns);
  }
  host_->State<RejectionTracker>();
  host_->State<ChildRealms>().Init(registry_, *this);
  host_->State<RealmCalls>().settings = registry_.services().call_settings;
  observation_ = registry_.services().observer->OnRealmStart(options_.info);
  loop_->Post([this] {
    IsolateScope scope(*host_);
    if (!restricted_.ok()) {
      ThrowStatus(scope.isolate(), restricted_);
    } else if (TellModules(scope)) {
      Load(scope);
    }
  });
}

void Realm::Terminate() {
  stop_->Kill();
  if (is_main()) {
    registry_.end_watch().Begin(
        {.end = RealmEnd::kTerminated, .exit_code = kTerminatedExitCode});
  }
}

void Realm::OnEnd() {
  IsolateScope scope(*host_);
  EndWatch& watch = registry_.end_watch();
  if (is_main()) watch.Pause();
  StopWhereNothingIsLeft(scope);
  DescribeEnd(scope);
  RunExitListeners(scope);
  ChildRealms& children = host_->State<ChildRealms>();
  if (is_main() && children.HasAnyHere()) {
    watch.Begin({.end = result_.end,
                 .exit_code = result_.exit_code,
                 .error = result_.error});
  }
  children.EndAll([this] { Finish(); });
}

void Realm::Finish() {
  EndWatch& watch = registry_.end_watch();
  if (is_main()) watch.End();
  watch.OnRealmFinishes();
  {
    IsolateScope scope(*host_);
    observation_.reset();
    main_promise_.Reset();
  }
  if (is_pooled_) registry_.stall_watch().Remove(loop_.get());
  stop_->Detach();
  loop_->Close();
  host_.reset();
  watch.OnRealmGone();
  EndCallback on_end = std::move(on_end_);
  on_end(std::move(result_));
}

// Tells the modules what realm they are in. False where that failed, with an
// exception pending.
bool Realm::TellModules(IsolateScope& scope) {
  v8::Isolate* const isolate = scope.isolate();
  std::vector<v8::Local<v8::Value>> args;
  // A sandbox sees only what it was granted, and data is what it is given.
  if (options_.policy == nullptr) {
    for (const std::string& arg : registry_.services().args) {
      args.push_back(NewString(isolate, arg));
    }
  }

  const RealmInfo& info = options_.info;
  v8::Local<v8::Object> start = v8::Object::New(isolate);
  SetOwn(scope.context(), start, "args",
         v8::Array::New(isolate, args.data(), args.size()));
  SetOwn(scope.context(), start, "id",
         v8::Number::New(isolate, static_cast<double>(info.id)));
  SetOwn(scope.context(), start, "name", NewString(isolate, info.name));
  SetOwn(scope.context(), start, "entry", NewString(isolate, info.entry));
  SetOwn(scope.context(), start, "kind", NewString(isolate, info.kind));
  SetOwn(scope.context(), start, "isWorker",
         v8::Boolean::New(isolate, options_.is_worker));
  has_calls_ = options_.calls.has_value();
  if (!GivePort(scope, start, "port", std::move(options_.port)) ||
      !GivePort(scope, start, "calls", std::move(options_.calls))) {
    return false;
  }
  if (options_.data != nullptr) {
    v8::Local<v8::Value> data;
    if (!ReadMessage(scope, std::move(options_.data)).ToLocal(&data)) {
      return false;
    }
    SetOwn(scope.context(), start, "data", data);
  }
  v8::Local<v8::Value> argument = start;
  return !scope.InternalFunction("start")
              ->Call(scope.context(), v8::Undefined(isolate), 1, &argument)
              .IsEmpty();
}

bool Realm::GivePort(IsolateScope& scope, v8::Local<v8::Object> start,
                     const char* name, std::optional<PortEnd> end) {
  if (!end.has_value()) return true;
  v8::Local<v8::Object> port;
  if (!host_->State<PortTable>().Adopt(scope, *std::move(end)).ToLocal(&port)) {
    return false;
  }
  SetOwn(scope.context(), start, name, port);
  return true;
}

// Evaluates the first module.
void Realm::Load(IsolateScope& scope) {
  v8::Local<v8::Promise> promise;
  if (!host_->State<ModuleLoader>()
           .RunMain(scope, options_.info.entry)
           .ToLocal(&promise)) {
    return;
  }
  if (has_calls_ && !Serve(scope, promise).ToLocal(&promise)) return;
  if (options_.serve.has_value() &&
      !ServeHttp(scope, promise).ToLocal(&promise)) {
    return;
  }
  main_promise_.Reset(scope.isolate(), promise);
}

v8::MaybeLocal<v8::Promise> Realm::Serve(IsolateScope& scope,
                                         v8::Local<v8::Promise> evaluated) {
  v8::Local<v8::Value> arguments[] = {
      evaluated, host_->State<ModuleLoader>().MainNamespace(scope.isolate())};
  v8::Local<v8::Value> served;
  if (!scope.InternalFunction("serveEntry")
           ->Call(scope.context(), v8::Undefined(scope.isolate()),
                  std::size(arguments), arguments)
           .ToLocal(&served)) {
    return {};
  }
  return served.As<v8::Promise>();
}

v8::MaybeLocal<v8::Promise> Realm::ServeHttp(IsolateScope& scope,
                                             v8::Local<v8::Promise> evaluated) {
  v8::Isolate* const isolate = scope.isolate();
  v8::Local<v8::Value> arguments[] = {
      evaluated, host_->State<ModuleLoader>().MainNamespace(isolate),
      NewString(isolate, options_.serve->host),
      v8::Integer::New(isolate, options_.serve->port)};
  v8::Local<v8::Value> served;
  if (!scope.InternalFunction("serveDefault")
           ->Call(scope.context(), v8::Undefined(isolate), std::size(arguments),
                  arguments)
           .ToLocal(&served)) {
    return {};
  }
  return served.As<v8::Promise>();
}

void Realm::StopWhereNothingIsLeft(IsolateScope& scope) {
  v8::HandleScope handles(scope.isolate());
  if (!closed_ && !main_promise_.IsEmpty() &&
      main_promise_.Get(scope.isolate())->State() == v8::Promise::kPending) {
    stop_->Stop(RealmEnd::kUnsettledAwait);
    return;
  }
  stop_->Stop(RealmEnd::kCompleted);
}

// The endings that are errors without an exception.
void Realm::DescribeEnd(IsolateScope& scope) {
  if (result_.error.has_value()) return;
  ScriptError error;
  std::string message;
  if (stop_->end() == RealmEnd::kUnsettledAwait) {
    v8::Local<v8::Message> stalled;
    if (host_->State<ModuleLoader>()
            .StalledAwait(scope.isolate())
            .ToLocal(&stalled)) {
      DescribePlace(scope, stalled, error);
    }
    message = "a top-level await never settles: nothing is left that could";
  } else if (stop_->end() == RealmEnd::kOutOfMemory) {
    message = absl::StrCat(
        host_->label(), " ran out of memory: ", host_->heap_limit().Describe());
  } else if (stop_->end() == RealmEnd::kCpuLimit) {
    message = absl::StrCat(host_->label(), " used up its CPU time of ",
                           options_.policy->cpu_ns() / 1'000'000,
                           " ms (sandbox.cpuMs)");
  } else if (stop_->end() == RealmEnd::kWallLimit) {
    message = absl::StrCat(host_->label(), " used up its time of ",
                           options_.policy->wall_ns() / 1'000'000,
                           " ms (sandbox.wallMs)");
  } else {
    return;
  }
  error.name = "Error";
  error.message = message;
  error.stack = absl::StrCat("Error: ", message);
  error.inspected = error.stack;
  result_.error = std::move(error);
}

// Nothing that the 'exit' listeners start is waited for. What they throw is the
// realm's error.
void Realm::RunExitListeners(IsolateScope& scope) {
  result_.end = stop_->end();
  v8::Isolate* const isolate = scope.isolate();
  v8::Local<v8::Value> code = v8::Undefined(isolate);
  switch (result_.end) {
    case RealmEnd::kCompleted:
      break;
    case RealmEnd::kExited:
      result_.exit_code = stop_->exit_code();
      code = v8::Integer::New(isolate, result_.exit_code);
      break;
    case RealmEnd::kUnsettledAwait:
      result_.exit_code = kUnsettledAwaitExitCode;
      code = v8::Integer::New(isolate, result_.exit_code);
      break;
    case RealmEnd::kError:
      result_.exit_code = 1;
      code = v8::Integer::New(isolate, result_.exit_code);
      break;
    case RealmEnd::kTerminated:
    case RealmEnd::kOutOfMemory:
    case RealmEnd::kCpuLimit:
    case RealmEnd::kWallLimit:
      result_.exit_code = kTerminatedExitCode;
      return;
  }
  if (!stop_->AllowLastScript()) return;
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> given;
  if (scope.InternalFunction("finish")
          ->Call(scope.context(), v8::Undefined(isolate), 1, &code)
          .ToLocal(&given)) {
    result_.exit_code = given->Int32Value(scope.context()).FromMaybe(1);
  }
  // Otherwise RequestExit() or Fail() has said how it ends.
}

}  // namespace rt
