#ifndef RUNTIME_POLICY_LANDLOCK_H_
#define RUNTIME_POLICY_LANDLOCK_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/unique_fd.h"
#include "runtime/policy/policy.h"

namespace rt {

// The version of Landlock that the kernel offers; 0 where it offers none: it is
// older than 5.13, was built without it, started without it, or keeps it from
// this process.
int LandlockAbi();

// Why that is 0, and what to do: "the kernel was started without Landlock ...".
std::string WhyNoLandlock();

// A policy's files and TCP ports as rules of the kernel
// (https://docs.kernel.org/userspace-api/landlock.html), of as much as its ABI
// knows: ABI 1 files, 2 links between folders, 3 truncation, 4 TCP ports, 5
// devices' ioctl, 6 abstract Unix sockets.
//
// What is open already stays as it is, and looking at a file's metadata, its
// links included, is not restricted by Landlock at all: that only the bindings
// hold.
class Landlock {
 public:
  // Also what the realm's modules may be read from: for the thread that loads.
  static absl::StatusOr<Landlock> ForRealm(const Policy& policy);
  // What rt:file may reach: for the threads that do its work.
  static absl::StatusOr<Landlock> ForFiles(const Policy& policy);

  // Restricts the calling thread, and threads that it makes from now on, for
  // good. It must have no_new_privs (Seccomp's header). Fails where 16 such
  // layers lie on it.
  absl::Status RestrictThread() const;

 private:
  explicit Landlock(UniqueFd rules) : rules_(std::move(rules)) {}

  static absl::StatusOr<Landlock> Make(const Policy& policy, bool loads);

  UniqueFd rules_;
};

}  // namespace rt

#endif  // RUNTIME_POLICY_LANDLOCK_H_
