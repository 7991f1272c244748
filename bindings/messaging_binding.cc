#include "bindings/messaging_binding.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "bindings/glue/arguments.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/status_error.h"
#include "runtime/policy/policy.h"
#include "runtime/realm/child_realms.h"
#include "runtime/realm/message_reader.h"
#include "runtime/realm/message_writer.h"
#include "runtime/realm/platform_objects.h"
#include "runtime/realm/port_table.h"
#include "runtime/realm/realm_registry.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

PortTable& Ports(const Info& info) {
  return StateOf<PortTable>(info.GetIsolate());
}

uint32_t Id(const Info& info) {
  return static_cast<uint32_t>(Arguments(info).Integer(0));
}

// What follows in the calling JavaScript sees the handles that the functions
// below make, so that these open no scope of their own but for the context.
IsolateHost& Host(const Info& info) {
  return IsolateHost::Of(info.GetIsolate());
}

// clone(value, transfer, leavesProcess): value
void Clone(const Info& info) {
  IsolateScope scope(Host(info));
  std::unique_ptr<Message> message = WriteMessage(
      scope, info[0], info[1],
      Arguments(info).Bool(2) ? Reach::kOtherProcess : Reach::kProcess);
  v8::Local<v8::Value> value;
  if (message != nullptr &&
      ReadMessage(scope, std::move(message)).ToLocal(&value)) {
    info.GetReturnValue().Set(value);
  }
}

// copyEvent(event): Event
void CopyEvent(const Info& info) {
  info.GetReturnValue().Set(info[0].As<v8::Object>()->Clone(info.GetIsolate()));
}

// createChannel(): [MessagePort, MessagePort]
void CreateChannel(const Info& info) {
  IsolateScope scope(Host(info));
  auto [one, other] = PortEnd::CreateChannel();
  v8::Local<v8::Object> ports[2];
  if (!Ports(info).Adopt(scope, std::move(one)).ToLocal(&ports[0]) ||
      !Ports(info).Adopt(scope, std::move(other)).ToLocal(&ports[1])) {
    return;
  }
  v8::Local<v8::Value> values[] = {ports[0], ports[1]};
  info.GetReturnValue().Set(v8::Array::New(scope.isolate(), values, 2));
}

// post(id, value, transfer): Promise or undefined
void Post(const Info& info) {
  IsolateScope scope(Host(info));
  std::unique_ptr<Message> message =
      WriteMessage(scope, info[1], info[2], Ports(info).ReachOf(Id(info)));
  if (message == nullptr) return;
  v8::Local<v8::Promise> room;
  if (Ports(info).Post(scope, Id(info), std::move(message)).ToLocal(&room)) {
    info.GetReturnValue().Set(room);
  }
}

// take(id): [value] or undefined
void Take(const Info& info) {
  std::unique_ptr<Message> message = Ports(info).Take(Id(info));
  if (message == nullptr) return;
  IsolateScope scope(Host(info));
  v8::Local<v8::Value> value;
  if (ReadMessage(scope, std::move(message)).ToLocal(&value)) {
    info.GetReturnValue().Set(v8::Array::New(scope.isolate(), &value, 1));
  }
}

// setDemand(id, count)
void SetDemand(const Info& info) {
  Ports(info).SetDemand(Id(info),
                        static_cast<uint32_t>(Arguments(info).Integer(1)));
}

// setListening(id, listening)
void SetListening(const Info& info) {
  Ports(info).SetListening(Id(info), Arguments(info).Bool(1));
}

// setRef(id, ref)
void SetRef(const Info& info) {
  Ports(info).SetRef(Id(info), Arguments(info).Bool(1));
}

// True, with the error pending, in a sandbox: its ports are what it was given.
bool DenyBroadcast(const Info& info) {
  if (Host(info).control().policy() == nullptr) return false;
  ThrowStatus(info.GetIsolate(),
              DeniedAlways("use a BroadcastChannel",
                           "it reaches all realms of the process"));
  return true;
}

// joinBroadcast(name): [member, MessagePort]
void JoinBroadcast(const Info& info) {
  if (DenyBroadcast(info)) return;
  IsolateScope scope(Host(info));
  BroadcastHub::Member member = StateOf<ChildRealms>(scope.isolate())
                                    .registry()
                                    .broadcasts()
                                    .Join(Arguments(info).String(0));
  v8::Local<v8::Object> port;
  if (!Ports(info).Adopt(scope, std::move(member.end)).ToLocal(&port)) return;
  v8::Local<v8::Value> values[] = {
      v8::Number::New(scope.isolate(), static_cast<double>(member.id)), port};
  info.GetReturnValue().Set(v8::Array::New(scope.isolate(), values, 2));
}

// broadcast(name, member, value)
void Broadcast(const Info& info) {
  if (DenyBroadcast(info)) return;
  IsolateScope scope(Host(info));
  const std::unique_ptr<Message> message =
      WriteMessage(scope, info[2], v8::Undefined(scope.isolate()));
  if (message == nullptr) return;
  StateOf<ChildRealms>(scope.isolate())
      .registry()
      .broadcasts()
      .Post(Arguments(info).String(0),
            static_cast<uint64_t>(Arguments(info).Integer(1)), *message);
}

// close(id)
void Close(const Info& info) { Ports(info).Close(Id(info)); }

// refuseClones(prototype)
void RefuseClones(const Info& info) {
  IsolateScope scope(Host(info));
  StateOf<PlatformObjects>(info.GetIsolate())
      .Refuse(scope, info[0].As<v8::Object>());
}

constexpr NativeFunction kFunctions[] = {
    {"clone", &Clone},
    {"refuseClones", &RefuseClones},
    {"copyEvent", &CopyEvent},
    {"createChannel", &CreateChannel},
    {"post", &Post},
    {"take", &Take},
    {"setDemand", &SetDemand},
    {"setListening", &SetListening},
    {"setRef", &SetRef},
    {"close", &Close},
    {"joinBroadcast", &JoinBroadcast},
    {"broadcast", &Broadcast},
};

}  // namespace

NativeModule MessagingBinding() { return {"messaging", kFunctions}; }

}  // namespace rt
