#ifndef RUNTIME_REALM_POOLED_REALM_H_
#define RUNTIME_REALM_POOLED_REALM_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/realm.h"

namespace rt {

// A realm on a reactor of the registry's pool, which it shares with others.
class PooledRealm : public ChildRealm {
 public:
  // Fails where the system has no thread for the first reactor.
  static absl::StatusOr<std::unique_ptr<ChildRealm>> Start(
      RealmRegistry& registry, Realm::Options options, OnEnd on_end);

  void Terminate() override { realm_->Terminate(); }
  void AskUsage(UsageAnswer answer) override {
    realm_->AskUsage(std::move(answer));
  }

 private:
  explicit PooledRealm(std::shared_ptr<Realm> realm);

  // Shared with the callback of its end, which may be the last to let go of it.
  const std::shared_ptr<Realm> realm_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_POOLED_REALM_H_
