#include "runtime/realm/child_realms.h"

#include <utility>

#include "runtime/base/check.h"
#include "runtime/engine/drop_exceptions.h"
#include "runtime/engine/properties.h"
#include "runtime/engine/strings.h"
#include "runtime/loop/signals.h"
#include "runtime/realm/message_reader.h"
#include "runtime/realm/pooled_realm.h"
#include "runtime/realm/port_table.h"
#include "runtime/realm/process_realm.h"
#include "runtime/realm/realm.h"
#include "runtime/realm/realm_registry.h"
#include "runtime/realm/remote_realm.h"
#include "runtime/realm/thread_realm.h"

namespace rt {
namespace {

// As modules/realm/realm.ts knows it.
const char* ReasonOf(const RealmResult& result) {
  switch (result.end) {
    case RealmEnd::kCompleted:
      return "completed";
    case RealmEnd::kTerminated:
      return "terminated";
    case RealmEnd::kExited:
      // Within a process, with all others.
      return result.process.has_value() ? "exited" : "terminated";
    case RealmEnd::kError:
    case RealmEnd::kUnsettledAwait:
      return "error";
    case RealmEnd::kOutOfMemory:
      return "out-of-memory";
    case RealmEnd::kCpuLimit:
      return "cpu-limit";
    case RealmEnd::kWallLimit:
      return "wall-limit";
  }
  RT_CHECK(false);
  return "";
}

v8::Local<v8::Value> DescriptionOf(IsolateScope& scope,
                                   const RealmResult& result) {
  const ScriptError& error = *result.error;
  v8::Isolate* const isolate = scope.isolate();
  v8::Local<v8::Object> object = v8::Object::New(isolate);
  const auto set = [&](const char* name, v8::Local<v8::Value> value) {
    SetOwn(scope.context(), object, name, value);
  };
  set("name", NewString(isolate, error.name));
  set("message", NewString(isolate, error.message));
  set("stack", NewString(isolate, error.stack));
  set("filename", NewString(isolate, error.file));
  set("lineno", v8::Integer::New(isolate, error.line));
  set("colno", v8::Integer::New(isolate, error.column));
  set("code", NewString(isolate, result.error_code));
  return object;
}

}  // namespace

ChildRealms::~ChildRealms() { RT_CHECK(children_.empty()); }

void ChildRealms::Init(RealmRegistry& registry, Realm& realm) {
  registry_ = &registry;
  realm_ = &realm;
}

absl::StatusOr<ChildRealms::Plan> ChildRealms::MakePlan(
    const Options& options) {
  const std::shared_ptr<const Policy>& policy = host_.control().policy();
  const bool has_own_modules = host_.control().module_source() == nullptr;
  Plan plan;
  if (options.kind == "remote") {
    if (!has_own_modules) {
      return DeniedAlways("start a remote realm",
                          "the modules of this one are on another machine");
    }
    absl::StatusOr<WebSocketClient::Options> remote =
        CheckRemote(options.remote, policy.get(),
                    registry_->services().call_settings->roots);
    if (!remote.ok()) return remote.status();
    plan.remote = *std::move(remote);
    return plan;
  }
  absl::StatusOr<std::optional<Sandbox>> sandbox = Sandbox::Make(
      options.sandbox, has_own_modules ? options.entry : "", policy);
  if (!sandbox.ok()) return sandbox.status();
  if (options.kind == "process" && sandbox->has_value()) {
    return DeniedAlways("start a process realm",
                        "a sandbox holds the threads of one process");
  }
  plan.sandbox = *std::move(sandbox);
  return plan;
}

absl::StatusOr<std::optional<ChildRealms::Started>> ChildRealms::Start(
    IsolateScope& scope, Options options) {
  absl::StatusOr<Plan> plan = MakePlan(options);
  if (!plan.ok()) return plan.status();
  PortTable& ports = host_.State<PortTable>();
  Realm::Options realm;
  v8::Local<v8::Object> port;
  v8::Local<v8::Object> calls;
  const Reach reach = ReachOfKind(options.kind);
  if (!OpenChannel(scope, reach, realm.port).ToLocal(&port) ||
      (!options.is_worker &&
       !OpenChannel(scope, reach, realm.calls).ToLocal(&calls))) {
    return std::nullopt;
  }

  const uint64_t id = registry_->NewId();
  const bool is_sandbox = plan->sandbox.has_value();
  realm.info = {id, std::move(options.name), std::move(options.entry),
                is_sandbox ? "sandbox" : std::move(options.kind)};
  realm.data = std::move(options.data);
  realm.is_worker = options.is_worker;
  std::optional<Enforcement> enforcement;
  if (is_sandbox) enforcement = plan->sandbox->restriction.enforcement();
  absl::StatusOr<std::unique_ptr<ChildRealm>> started =
      Launch(std::move(realm), *std::move(plan));
  const uint32_t port_id = ports.IdOf(scope, port);
  const uint32_t calls_id = calls.IsEmpty() ? 0 : ports.IdOf(scope, calls);
  if (!started.ok()) {
    ports.Close(port_id);
    ports.Close(calls_id);
    return started.status();
  }
  children_.emplace(id, Child{port_id, calls_id, *std::move(started),
                              host_.loop().Hold(), reach == Reach::kProcess});
  return Started{id, port, calls, std::move(enforcement)};
}

absl::StatusOr<std::unique_ptr<ChildRealm>> ChildRealms::Launch(
    Realm::Options realm, Plan plan) {
  const uint64_t id = realm.info.id;
  // This outlives its children, and so does the loop that it is told by.
  auto on_end = [this, id, loop = host_.shared_loop()](RealmResult result) {
    loop->PostControl([this, id, result = std::move(result)]() mutable {
      Gone(id, std::move(result));
    });
  };
  const RealmControl& maker = host_.control();
  if (plan.sandbox.has_value()) {
    // Never on a reactor: its thread is restricted, for good.
    realm.policy = plan.sandbox->policy;
    realm.module_source = maker.module_source();
    return StartSandbox(*registry_, std::move(realm), *std::move(plan.sandbox),
                        maker.info().id, std::move(on_end));
  }
  if (plan.remote.has_value()) {
    auto on_enforcement =
        [this, id, loop = host_.shared_loop()](const Enforcement& enforcement) {
          loop->Post([this, id, enforcement] { Enforced(id, enforcement); });
        };
    return RemoteRealm::Start(*registry_, std::move(realm),
                              *std::move(plan.remote), maker.policy(),
                              std::move(on_enforcement), std::move(on_end));
  }
  if (realm.info.kind == "process") {
    return ProcessRealm::Start(*registry_, std::move(realm), std::move(on_end));
  }
  if (realm.info.kind == "pooled") {
    return PooledRealm::Start(*registry_, std::move(realm), std::move(on_end));
  }
  return ThreadRealm::Start(*registry_, std::move(realm), std::move(on_end));
}

// A new channel: the end for the other realm, and the port of this one.
v8::MaybeLocal<v8::Object> ChildRealms::OpenChannel(
    IsolateScope& scope, Reach reach, std::optional<PortEnd>& there) {
  auto [here, other] = PortEnd::CreateChannel(reach);
  there.emplace(std::move(other));
  return host_.State<PortTable>().Adopt(scope, std::move(here));
}

void ChildRealms::Terminate(uint64_t id) {
  if (ChildRealm* const realm = Find(id)) realm->Terminate();
}

void ChildRealms::SetRef(uint64_t id, bool ref) {
  const auto found = children_.find(id);
  if (found == children_.end()) return;
  found->second.hold = ref ? host_.loop().Hold() : EventLoop::KeepAlive();
}

ChildRealm* ChildRealms::Find(uint64_t id) {
  const auto found = children_.find(id);
  return found != children_.end() ? found->second.realm.get() : nullptr;
}

void ChildRealms::EndAll(EventLoop::Task then) {
  when_all_are_gone_ = std::move(then);
  for (auto& [id, child] : children_) {
    if (child.realm != nullptr) child.realm->Terminate();
  }
  FinishWhereAllAreGone();
}

bool ChildRealms::HasAnyHere() const {
  for (const auto& [id, child] : children_) {
    if (child.realm != nullptr && child.is_here) return true;
  }
  return false;
}

void ChildRealms::FinishWhereAllAreGone() {
  if (when_all_are_gone_ == nullptr) return;
  for (const auto& [id, child] : children_) {
    if (child.realm != nullptr) return;
  }
  children_.clear();
  host_.loop().PostControl(std::move(when_all_are_gone_));
}

void ChildRealms::Enforced(uint64_t id, const Enforcement& enforcement) {
  if (when_all_are_gone_ != nullptr || !children_.contains(id)) return;
  IsolateScope scope(host_);
  v8::Isolate* const isolate = scope.isolate();
  v8::Local<v8::Value> arguments[] = {
      v8::Number::New(isolate, static_cast<double>(id)),
      v8::Integer::New(isolate, enforcement.landlock_abi),
      v8::Boolean::New(isolate, enforcement.seccomp),
      NewString(isolate, enforcement.reason),
  };
  // It fails only where this realm is being terminated.
  (void)scope.InternalFunction("enforceRealm")
      ->Call(scope.context(), v8::Undefined(isolate), std::size(arguments),
             arguments);
}

void ChildRealms::Gone(uint64_t id, RealmResult result) {
  children_.at(id).realm.reset();
  if (when_all_are_gone_ != nullptr) {
    FinishWhereAllAreGone();
    return;
  }
  host_.loop().Post([this, id, result = std::move(result)]() mutable {
    Ended(id, std::move(result));
  });
}

void ChildRealms::Ended(uint64_t id, RealmResult result) {
  const auto found = children_.find(id);
  const PortTable& ports = host_.State<PortTable>();
  if (ports.HasUndelivered(found->second.port) ||
      ports.HasUndelivered(found->second.calls)) {
    host_.loop().Post([this, id, result = std::move(result)]() mutable {
      Ended(id, std::move(result));
    });
    return;
  }
  children_.erase(found);

  IsolateScope scope(host_);
  v8::Isolate* const isolate = scope.isolate();
  v8::Local<v8::Value> arguments[] = {
      v8::Number::New(isolate, static_cast<double>(id)),
      NewString(isolate, ReasonOf(result)),
      v8::Undefined(isolate),
      v8::Undefined(isolate),
      v8::Undefined(isolate),
      v8::Undefined(isolate),
  };
  if (result.error_value != nullptr) {
    const DropExceptions drop(isolate);
    v8::Local<v8::Value> packed;
    if (ReadMessage(scope, std::move(result.error_value)).ToLocal(&packed)) {
      arguments[2] = packed;
    }
  }
  if (result.error.has_value()) {
    arguments[3] = DescriptionOf(scope, result);
  }
  if (result.process.has_value()) {
    const auto [code, signal] = *result.process;
    const v8::Local<v8::Value> none = v8::Null(isolate);
    arguments[4] = signal == 0 ? v8::Integer::New(isolate, code) : none;
    arguments[5] = signal == 0 ? none : NewString(isolate, SignalName(signal));
  }
  v8::Local<v8::Value> unseen;
  if (!scope.InternalFunction("endRealm")
           ->Call(scope.context(), v8::Undefined(isolate), std::size(arguments),
                  arguments)
           .ToLocal(&unseen)) {
    return;
  }
  v8::Local<v8::Value> error;
  if (!unseen->IsArray() ||
      !unseen.As<v8::Array>()->Get(scope.context(), 0).ToLocal(&error)) {
    return;
  }
  realm_->HandleChildError(scope, error, *std::move(result.error));
}

}  // namespace rt
