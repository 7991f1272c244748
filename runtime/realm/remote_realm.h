#ifndef RUNTIME_REALM_REMOTE_REALM_H_
#define RUNTIME_REALM_REMOTE_REALM_H_

#include <memory>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/net/websocket_client.h"
#include "runtime/policy/thread_restriction.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/module_server.h"
#include "runtime/realm/realm.h"

namespace rt {

// A realm on another machine, which `rt realm-host` runs there as a sandbox:
// the maker's side of it. Its modules come from here (ModuleServer).
//
// Whatever the host does or sends, it ends this realm at the worst, with an
// error that says what went wrong and has a code (net_error.h). When it has
// ended, the connection is closed; the realm there has ended, or will as soon
// as its host sees that.
class RemoteRealm : public ChildRealm {
 public:
  // Called at most once, on a thread of the realm's and before OnEnd: what
  // holds the realm, as its host says.
  using OnEnforcement = absl::AnyInvocable<void(Enforcement)>;

  // `policy` is that of the sandbox that makes the realm, or null. Fails where
  // the sandbox may not load the entry, and where the system has no thread to
  // give. That the host cannot be reached is an end of the realm.
  static absl::StatusOr<std::unique_ptr<ChildRealm>> Start(
      RealmRegistry& registry, Realm::Options options,
      WebSocketClient::Options host,
      const std::shared_ptr<const Policy>& policy, OnEnforcement on_enforcement,
      OnEnd on_end);

  // Asks the host to end the realm, and does not wait long for its answer.
  void Terminate() override;
  void AskUsage(UsageAnswer answer) override;

 private:
  class Life;

  RemoteRealm(IoThread& io, std::unique_ptr<ModuleServer> modules,
              std::shared_ptr<Life> life)
      : io_(io), modules_(std::move(modules)), life_(std::move(life)) {}

  IoThread& io_;
  const std::unique_ptr<ModuleServer> modules_;
  const std::shared_ptr<Life> life_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REMOTE_REALM_H_
