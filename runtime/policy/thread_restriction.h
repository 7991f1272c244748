#ifndef RUNTIME_POLICY_THREAD_RESTRICTION_H_
#define RUNTIME_POLICY_THREAD_RESTRICTION_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/policy/landlock.h"
#include "runtime/policy/policy.h"

namespace rt {

// What holds a sandbox. Its bindings always do.
struct Enforcement {
  // The ABI version of Landlock that holds its files and ports; 0: none.
  int landlock_abi = 0;
  bool seccomp = false;
  // Why the kernel does not hold all of it; empty where it does.
  std::string reason;
};

// A policy as restrictions of a thread: made by the realm's maker, which sees
// what is wrong, and laid on the realm's own thread before it runs a script.
class ThreadRestriction {
 public:
  // Fails where a rule cannot be laid on a granted path, and with the code
  // 'ENOTSUP' where `require_landlock` and the kernel has no Landlock.
  static absl::StatusOr<ThreadRestriction> Prepare(const Policy& policy,
                                                   bool require_landlock);

  const Enforcement& enforcement() const { return enforcement_; }

  // Restricts the calling thread for good.
  absl::Status Apply() const;

 private:
  ThreadRestriction() = default;

  Enforcement enforcement_;
  std::optional<Landlock> landlock_;
  bool net_ = false;
};

}  // namespace rt

#endif  // RUNTIME_POLICY_THREAD_RESTRICTION_H_
