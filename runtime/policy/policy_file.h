#ifndef RUNTIME_POLICY_POLICY_FILE_H_
#define RUNTIME_POLICY_POLICY_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/policy/policy.h"

namespace rt {

// The policy that the operator of a realm host wrote: a JSON object with the
// fields of SandboxOptions in modules/realm/realm.d.ts, all of them optional. A
// relative path is relative to the folder of the policy file.

// InvalidArgument, naming the file, the field and what is wrong with it, where
// `text` is none. `path` is the file's; what it grants is not looked at.
absl::StatusOr<SandboxRequest> ParsePolicy(absl::string_view text,
                                           const std::string& path);

// The policy in the file. Also InvalidArgument where it grants what is not
// there; else the file system's error.
absl::StatusOr<SandboxRequest> ReadPolicyFile(const std::string& path);

}  // namespace rt

#endif  // RUNTIME_POLICY_POLICY_FILE_H_
