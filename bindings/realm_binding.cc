#include "bindings/realm_binding.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "bindings/glue/arguments.h"
#include "bindings/glue/pending_promises.h"
#include "runtime/base/file_url.h"
#include "runtime/base/working_folder.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/policy/policy.h"
#include "runtime/realm/child_realms.h"
#include "runtime/realm/message_writer.h"
#include "runtime/realm/realm_usage.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

ChildRealms& Children(const Info& info) {
  return StateOf<ChildRealms>(info.GetIsolate());
}

uint64_t Id(const Info& info) {
  return static_cast<uint64_t>(Arguments(info).Integer(0));
}

// An array of strings.
std::vector<std::string> Strings(const Arguments& args,
                                 v8::Local<v8::Value> value) {
  std::vector<std::string> strings;
  const auto array = value.As<v8::Array>();
  for (uint32_t i = 0; i < array->Length(); ++i) {
    v8::Local<v8::Value> text;
    if (!array->Get(args.context(), i).ToLocal(&text)) break;
    strings.push_back(ToPath(args.isolate(), text));
  }
  return strings;
}

// What modules/realm/sandbox.ts makes of `sandbox`; undefined: none.
std::optional<SandboxRequest> ToSandboxRequest(const Arguments& args,
                                               v8::Local<v8::Value> value) {
  if (!value->IsArray()) return std::nullopt;
  const auto at = [&](uint32_t index) {
    return value.As<v8::Array>()
        ->Get(args.context(), index)
        .FromMaybe(v8::Undefined(args.isolate()).As<v8::Value>());
  };
  const auto number = [&](uint32_t index) {
    return at(index)->NumberValue(args.context()).FromMaybe(0);
  };
  SandboxRequest request;
  Policy::Request& policy = request.policy;
  policy.read = Strings(args, at(0));
  policy.write = Strings(args, at(1));
  policy.net = Strings(args, at(2));
  policy.env = Strings(args, at(3));
  if (at(4)->IsArray()) policy.modules = Strings(args, at(4));
  policy.memory_bytes = static_cast<size_t>(number(5));
  policy.cpu_ns = static_cast<int64_t>(number(6) * 1e6);
  policy.wall_ns = static_cast<int64_t>(number(7) * 1e6);
  request.require_landlock = at(8)->IsTrue();
  policy.stores = Strings(args, at(9));
  return request;
}

// What modules/realm/remote.ts makes of a remote realm's options; undefined:
// none.
RemoteRequest ToRemoteRequest(const Arguments& args,
                              v8::Local<v8::Value> value) {
  RemoteRequest request;
  if (!value->IsArray()) return request;
  std::vector<std::string> texts = Strings(args, value);
  request.url = std::move(texts[0]);
  request.token = std::move(texts[1]);
  request.root_file = std::move(texts[2]);
  request.is_insecure_allowed = args.Bool(8);
  return request;
}

// [landlock's ABI version, seccomp, why the kernel does not hold all]
v8::Local<v8::Value> ToValue(v8::Isolate* isolate,
                             const Enforcement& enforcement) {
  v8::Local<v8::Value> values[] = {
      v8::Integer::New(isolate, enforcement.landlock_abi),
      v8::Boolean::New(isolate, enforcement.seccomp),
      NewString(isolate, enforcement.reason)};
  return v8::Array::New(isolate, values, std::size(values));
}

// start(entry, name, data, transfer, isWorker, kind, sandbox, remote,
// insecure): [id, MessagePort, MessagePort or undefined, enforcement or
// undefined]
void Start(const Info& info) {
  const Arguments args(info);
  IsolateHost& host = IsolateHost::Of(args.isolate());
  // A Worker needs no import.
  const Policy* const policy = host.control().policy().get();
  if (policy != nullptr && !policy->MayImport("rt:realm")) {
    ThrowStatus(args.isolate(),
                Denied("start a realm", "sandbox.modules with 'rt:realm'"));
    return;
  }
  IsolateScope scope(host);
  ChildRealms::Options options;
  options.entry = args.String(0);
  options.name = args.String(1);
  options.kind = args.String(5);
  options.data =
      WriteMessage(scope, args[2], args[3], ReachOfKind(options.kind));
  if (options.data == nullptr) return;
  const bool is_worker = args.Bool(4);
  options.is_worker = is_worker;
  options.sandbox = ToSandboxRequest(args, args[6]);
  options.remote = ToRemoteRequest(args, args[7]);
  absl::StatusOr<std::optional<ChildRealms::Started>> started =
      Children(info).Start(scope, std::move(options));
  if (!started.ok()) {
    ThrowStatus(args.isolate(), started.status());
    return;
  }
  if (!started->has_value()) return;
  const v8::Local<v8::Value> nothing = v8::Undefined(args.isolate());
  const std::optional<Enforcement>& enforcement = (*started)->enforcement;
  v8::Local<v8::Value> values[] = {
      v8::Number::New(args.isolate(), static_cast<double>((*started)->id)),
      (*started)->port, is_worker ? nothing : (*started)->calls.As<v8::Value>(),
      enforcement.has_value() ? ToValue(args.isolate(), *enforcement)
                              : nothing};
  args.Return(v8::Array::New(args.isolate(), values, std::size(values)));
}

// terminate(id)
void Terminate(const Info& info) { Children(info).Terminate(Id(info)); }

// A question's way back to the realm that asked. Its promise is resolved with
// undefined where nobody answers.
class Answer {
 public:
  using Complete = absl::AnyInvocable<void(PendingPromises::Result)>;

  explicit Answer(Complete complete) : complete_(std::move(complete)) {}
  Answer(Answer&& other) noexcept
      : complete_(std::exchange(other.complete_, nullptr)) {}
  Answer& operator=(Answer&&) = delete;
  ~Answer() {
    if (complete_ == nullptr) return;
    complete_([](v8::Isolate* isolate) -> v8::Local<v8::Value> {
      return v8::Undefined(isolate);
    });
  }

  void Give(const RealmUsage& usage) {
    std::exchange(complete_, nullptr)(
        [usage](v8::Isolate* isolate) { return ToArray(isolate, usage); });
  }

 private:
  static v8::Local<v8::Value> ToArray(v8::Isolate* isolate,
                                      const RealmUsage& usage) {
    const double numbers[] = {static_cast<double>(usage.heap_used),
                              static_cast<double>(usage.heap_total),
                              static_cast<double>(usage.external),
                              static_cast<double>(usage.array_buffers),
                              static_cast<double>(usage.user_us),
                              static_cast<double>(usage.system_us)};
    std::vector<v8::Local<v8::Value>> values;
    for (const double number : numbers) {
      values.push_back(v8::Number::New(isolate, number));
    }
    return v8::Array::New(isolate, values.data(), values.size());
  }

  Complete complete_;
};

// usage(id): Promise of [heapUsed, heapTotal, external, arrayBuffers, user,
// system], or of undefined where the realm ended; undefined where it has.
void Usage(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  ChildRealm* const realm = Children(info).Find(Id(info));
  if (realm == nullptr) return;
  PendingPromises& promises = StateOf<PendingPromises>(isolate);
  const PendingPromises::Started started = promises.Start(isolate);
  info.GetReturnValue().Set(started.promise);
  realm->AskUsage([answer = Answer(promises.Completer(started.id))](
                      const RealmUsage& usage) mutable { answer.Give(usage); });
}

// setRef(id, ref)
void SetRef(const Info& info) {
  Children(info).SetRef(Id(info), Arguments(info).Bool(1));
}

// close()
void Close(const Info& info) {
  IsolateHost::Of(info.GetIsolate()).control().Close();
}

// setAsksWhenDry(asks)
void SetAsksWhenDry(const Info& info) {
  IsolateHost::Of(info.GetIsolate())
      .control()
      .SetAsksWhenDry(Arguments(info).Bool(0));
}

// callerUrl(): the URL of the innermost function on the stack that lies in a
// file; empty where none does
void CallerUrl(const Info& info) {
  static constexpr int kMaxFrames = 64;
  v8::Isolate* const isolate = info.GetIsolate();
  const v8::Local<v8::StackTrace> stack = v8::StackTrace::CurrentStackTrace(
      isolate, kMaxFrames, v8::StackTrace::kScriptName);
  for (int i = 0; i < stack->GetFrameCount(); ++i) {
    const v8::Local<v8::String> name =
        stack->GetFrame(isolate, static_cast<uint32_t>(i))->GetScriptName();
    if (name.IsEmpty()) continue;
    if (!absl::StartsWith(ToUtf8(isolate, name), "file:")) continue;
    info.GetReturnValue().Set(name);
    return;
  }
  info.GetReturnValue().SetEmptyString();
}

// cwdUrl(): with a slash at its end
void CwdUrl(const Info& info) {
  if (IsolateHost::Of(info.GetIsolate()).control().policy() != nullptr) {
    ThrowStatus(info.GetIsolate(),
                DeniedAlways("find a relative entry without a module",
                             "the working folder is the process's"));
    return;
  }
  const absl::StatusOr<std::string> path = WorkingFolder();
  if (!path.ok()) {
    ThrowStatus(info.GetIsolate(), path.status());
    return;
  }
  Arguments(info).Return(PathToFileUrl(absl::StrCat(*path, "/")));
}

constexpr NativeFunction kFunctions[] = {
    {"start", &Start},         {"usage", &Usage},
    {"terminate", &Terminate}, {"setRef", &SetRef},
    {"close", &Close},         {"setAsksWhenDry", &SetAsksWhenDry},
    {"callerUrl", &CallerUrl}, {"cwdUrl", &CwdUrl}};

}  // namespace

NativeModule RealmBinding() { return {"realm", kFunctions}; }

}  // namespace rt
