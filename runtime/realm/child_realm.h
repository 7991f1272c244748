#ifndef RUNTIME_REALM_CHILD_REALM_H_
#define RUNTIME_REALM_CHILD_REALM_H_

#include "absl/functional/any_invocable.h"
#include "runtime/realm/realm_questions.h"
#include "runtime/realm/realm_result.h"

namespace rt {

// A realm of some kind, to the realm that made it: what it is asked for, on the
// maker's thread. Destroyed when it has ended, and not before.
class ChildRealm {
 public:
  // Called once, on the realm's thread, when it has ended.
  using OnEnd = absl::AnyInvocable<void(RealmResult)>;

  virtual ~ChildRealm() = default;

  // Ends it at once. Does not wait for its end.
  virtual void Terminate() = 0;

  // What others want to know of it.
  virtual RealmQuestions& questions() = 0;
};

}  // namespace rt

#endif  // RUNTIME_REALM_CHILD_REALM_H_
