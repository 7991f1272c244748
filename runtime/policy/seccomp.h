#ifndef RUNTIME_POLICY_SECCOMP_H_
#define RUNTIME_POLICY_SECCOMP_H_

#include "absl/status/status.h"

namespace rt {

// Leaves the calling thread, and threads that it makes from now on, only those
// system calls that rt itself makes in a realm: all others fail with EPERM, and
// clone3(2), whose flags no filter can see, with ENOSYS, so that the C library
// takes clone(2), by which only threads can be made. Signals can be sent to
// this process alone, and sockets made only where `net` is true, for IP.
//
// Sets no_new_privs, which a filter needs and Landlock too. For good.
absl::Status FilterSystemCalls(bool net);

// Sets no_new_privs alone, for a kernel without seccomp.
absl::Status ForgoNewPrivileges();

// Whether the kernel has filters that can deny a call.
bool HasSeccomp();

}  // namespace rt

#endif  // RUNTIME_POLICY_SECCOMP_H_
