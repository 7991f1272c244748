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
#include "runtime/realm/realm.h"
#include "runtime/realm/realm_result.h"
#include "runtime/realm/remote_host.h"
#include "runtime/realm/sandbox.h"

namespace rt {

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
    // RealmInfo's: "thread", "pooled", "process" or "remote"; of a sandbox
    // only "remote" counts.
    std::string kind;
    // Without a value the realm is a sandbox only where this one is. None for a
    // remote realm: its host knows what it may do.
    std::optional<SandboxRequest> sandbox;
    // Of a remote realm.
    RemoteRequest remote;
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
  // process, and with the errors of a sandbox (sandbox.h) and of the way to a
  // remote one's host (remote_host.h).
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

  // Whether some of those that have not ended run in this process.
  bool HasAnyHere() const;

 private:
  // What is to be started, checked.
  struct Plan {
    std::optional<Sandbox> sandbox;
    std::optional<WebSocketClient::Options> remote;
  };
  struct Child {
    uint32_t port;
    uint32_t calls;                     // 0 for a worker
    std::unique_ptr<ChildRealm> realm;  // null when it has ended
    EventLoop::KeepAlive hold;
    bool is_here;  // in this process
  };

  absl::StatusOr<Plan> MakePlan(const Options& options);
  v8::MaybeLocal<v8::Object> OpenChannel(IsolateScope& scope, Reach reach,
                                         std::optional<PortEnd>& there);
  absl::StatusOr<std::unique_ptr<ChildRealm>> Launch(Realm::Options realm,
                                                     Plan plan);
  // A child's host says what holds it. As Ended().
  void Enforced(uint64_t id, const Enforcement& enforcement);
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
