#include "bindings/store_grant.h"

#include "absl/strings/str_cat.h"

namespace rt {

absl::Status CheckStoreGrant(const Policy* policy, const char* kind,
                             const char* noun, const std::string& name) {
  if (policy == nullptr || policy->MayUseStore(kind, name)) {
    return absl::OkStatus();
  }
  return Denied(absl::StrCat("open the ", noun, " '", name, "'"),
                absl::StrCat("sandbox.stores with '", kind, ":", name, "'"));
}

}  // namespace rt
