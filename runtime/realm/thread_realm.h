#ifndef RUNTIME_REALM_THREAD_REALM_H_
#define RUNTIME_REALM_THREAD_REALM_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runtime/base/thread.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/realm.h"

namespace rt {

// A realm on a thread of its own.
class ThreadRealm : public ChildRealm {
 public:
  // Fails where the system has no thread to give.
  static absl::StatusOr<std::unique_ptr<ChildRealm>> Start(
      RealmRegistry& registry, Realm::Options options, OnEnd on_end);

  // Waits for the thread, which is at its end.
  ~ThreadRealm() override;

  void Terminate() override { realm_->Terminate(); }
  void AskUsage(UsageAnswer answer) override {
    realm_->AskUsage(std::move(answer));
  }

 private:
  ThreadRealm(std::unique_ptr<Realm> realm, Thread thread);

  const std::unique_ptr<Realm> realm_;
  Thread thread_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_THREAD_REALM_H_
