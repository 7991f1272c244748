#ifndef RUNTIME_REALM_THREAD_REALM_H_
#define RUNTIME_REALM_THREAD_REALM_H_

#include <memory>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/base/thread.h"
#include "runtime/realm/realm.h"

namespace rt {

// A realm on a thread of its own. Owned by the realm that made it; its
// functions are called on that realm's thread.
class ThreadRealm {
 public:
  // Called once, on the new thread, when the realm has ended and nothing is
  // left of it but the thread.
  using OnEnd = absl::AnyInvocable<void(RealmResult)>;

  // Fails where the system has no thread to give.
  static absl::StatusOr<std::unique_ptr<ThreadRealm>> Start(
      RealmRegistry& registry, Realm::Options options, OnEnd on_end);

  // Waits for the thread. Where the realm has not ended yet, Terminate() comes
  // first.
  ~ThreadRealm();

  void Terminate() { realm_->Terminate(); }
  RealmQuestions& questions() { return realm_->questions(); }

 private:
  ThreadRealm(std::unique_ptr<Realm> realm, Thread thread);

  const std::unique_ptr<Realm> realm_;
  Thread thread_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_THREAD_REALM_H_
