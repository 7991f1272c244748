#ifndef BINDINGS_STORE_GRANT_H_
#define BINDINGS_STORE_GRANT_H_

#include <string>

#include "absl/status/status.h"
#include "runtime/policy/policy.h"

namespace rt {

// Whether a realm may use the store: PermissionDenied, with the grant that
// would allow it, where its policy does not say so. `policy` is null for a
// realm that is no sandbox. `kind` is as grants have it, `noun` as people do.
absl::Status CheckStoreGrant(const Policy* policy, const char* kind,
                             const char* noun, const std::string& name);

}  // namespace rt

#endif  // BINDINGS_STORE_GRANT_H_
