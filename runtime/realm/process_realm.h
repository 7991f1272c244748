#ifndef RUNTIME_REALM_PROCESS_REALM_H_
#define RUNTIME_REALM_PROCESS_REALM_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/realm.h"

namespace rt {

// A realm in a process of its own, which is the main realm there: the maker's
// side of it. The other side is a HostedProcessRealm.
//
// Whatever that process does or sends, it ends this realm at the worst. When it
// has ended, the process is gone, and waited for.
class ProcessRealm : public ChildRealm {
 public:
  // Fails where this program does not say how (RealmServices::realm_process),
  // and where the system has no process, descriptor or thread to give.
  static absl::StatusOr<std::unique_ptr<ChildRealm>> Start(
      RealmRegistry& registry, Realm::Options options, OnEnd on_end);

  // Asks the process to end, by SIGTERM, and kills it where it does not.
  void Terminate() override;
  void AskUsage(UsageAnswer answer) override;

 private:
  class Life;

  ProcessRealm(IoThread& io, std::shared_ptr<Life> life)
      : io_(io), life_(std::move(life)) {}

  IoThread& io_;
  const std::shared_ptr<Life> life_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_PROCESS_REALM_H_
