#include "bindings/net_grant.h"

#include "absl/strings/str_cat.h"

namespace rt {

absl::Status CheckNetGrant(const Policy& policy, const HostPort& at) {
  if (policy.MayConnect(at.host, at.port)) return absl::OkStatus();
  return Denied(absl::StrCat("connect to ", at.Text()),
                absl::StrCat("sandbox.net with '", at.Text(), "'"));
}

}  // namespace rt
