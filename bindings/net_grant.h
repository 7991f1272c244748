#ifndef BINDINGS_NET_GRANT_H_
#define BINDINGS_NET_GRANT_H_

#include "absl/status/status.h"
#include "runtime/net/websocket_url.h"
#include "runtime/policy/policy.h"

namespace rt {

// Denied() where the sandbox may not connect there.
absl::Status CheckNetGrant(const Policy& policy, const HostPort& at);

}  // namespace rt

#endif  // BINDINGS_NET_GRANT_H_
