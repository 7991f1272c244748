#ifndef RUNTIME_REALM_CHILD_REALMS_H_
#define RUNTIME_REALM_CHILD_REALMS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/loop/event_loop.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/message.h"
#include "runtime/realm/port.h"
#include "runtime/realm/realm_result.h"
#include "runtime/realm/sandbox.h"

namespace rt {

class Realm;
class RealmRegistry;

// The realms that one realm made and that have not ended. The
// State<ChildRealms>() of an isolate; on its thread.
class ChildRealms {
 public:
  explicit ChildRealms(IsolateHost& host) : host_(host) {}
  // When all of them are gone.
  ~ChildRealms();

  // First of all, by the realm, which outlives this.
  void Init(RealmRegistry& registry, Realm& realm);

  // The registry of all realms.
  RealmRegistry& registry() { return *registry_; }

  struct Options {
    std::string name;
    std::string entry;  // a URL
    std::unique_ptr<Message> data;
    bool is_worker = false;
    // RealmInfo's: "thread", "pooled" or "process"; not looked at for a
    // sandbox.
    std::string kind;
    // Without a value the realm is a sandbox only where this one is.
    std::optional<SandboxRequest> sandbox;
  };
  struct Started {
    uint64_t id;
    v8::Local<v8::Object> port;
    // What calls and their answers go through (modules/realm/calls.ts); empty
    // for a worker, which has none.
    v8::Local<v8::Object> calls;
    // Of a sandbox.
    std::optional<Enforcement> enforcement;
  };

  // Starts a realm; it holds this realm's loop until it ends. Nothing where
  // this realm is being terminated; fails where the system has no thread or
  // process, and with the errors of a sandbox (sandbox.h).
  absl::StatusOr<std::optional<Started>> Start(IsolateScope& scope,
                                               Options options);

  // Both do nothing where the realm has ended.
  void Terminate(uint64_t id);
  void SetRef(uint64_t id, bool ref);

  // Null where the realm has ended.
  ChildRealm* Find(uint64_t id);

  // Terminates all that run. When they are gone, `then` is called as a control
  // task of the loop. No more of this realm's JavaScript runs.
  void EndAll(EventLoop::Task then);

 private:
  struct Child {
    uint32_t port;
    uint32_t calls;                     // 0 for a worker
    std::unique_ptr<ChildRealm> realm;  // null when it has ended
    EventLoop::KeepAlive hold;
  };

  v8::MaybeLocal<v8::Object> OpenChannel(IsolateScope& scope, Reach reach,
                                         std::optional<PortEnd>& there);
  // A child ended. On this realm's thread, in a control task.
  void Gone(uint64_t id, RealmResult result);
  // Tells this realm's JavaScript of it, after all the child's messages.
  void Ended(uint64_t id, RealmResult result);
  void FinishWhereAllAreGone();

  IsolateHost& host_;
  RealmRegistry* registry_ = nullptr;
  Realm* realm_ = nullptr;
  // Those whose end JavaScript has not been told of.
  absl::flat_hash_map<uint64_t, Child> children_;
  // Since EndAll().
  EventLoop::Task when_all_are_gone_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_CHILD_REALMS_H_
