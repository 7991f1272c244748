#ifndef RUNTIME_REALM_CHILD_REALM_H_
#define RUNTIME_REALM_CHILD_REALM_H_

#include "absl/functional/any_invocable.h"
#include "runtime/realm/realm_result.h"
#include "runtime/realm/realm_usage.h"

namespace rt {

// A realm of some kind, to the realm that made it: what it is asked for, on the
// maker's thread. Destroyed when it has ended, and not before.
class ChildRealm {
 public:
  // Called once, on a thread of the realm's, when it has ended and its channels
  // are closed.
  using OnEnd = absl::AnyInvocable<void(RealmResult)>;

  virtual ~ChildRealm() = default;

  // Ends it at once. Does not wait for its end.
  virtual void Terminate() = 0;

  // What it uses, from any thread; destroyed uncalled where it ends before it
  // tells.
  using UsageAnswer = absl::AnyInvocable<void(const RealmUsage&)>;
  virtual void AskUsage(UsageAnswer answer) = 0;
};

}  // namespace rt

#endif  // RUNTIME_REALM_CHILD_REALM_H_
