#ifndef RUNTIME_LOADER_SANDBOX_FILES_H_
#define RUNTIME_LOADER_SANDBOX_FILES_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/base/interruption.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/loader/resolve/resolver.h"
#include "runtime/policy/policy.h"

namespace rt {

// How a sandbox realm finds its modules. On the realm's thread.

// The disk as far as the policy lets modules come from it: nothing else is
// there for the resolver, which looks for package.json and node_modules in all
// folders above. What is read is what was checked (path_gate.h).
std::unique_ptr<FileTree> NewSandboxFileTree(
    Interruption& interruption, std::shared_ptr<const Policy> policy);

// The denial of an import of a file that the sandbox may not load, as the
// second half of NameImport(); OK for all else, also for what is nowhere.
absl::Status CheckGranted(const Policy& policy, FileTree& files,
                          Resolver& resolver, absl::string_view specifier,
                          absl::string_view referrer);

// The same for a built-in that there is.
absl::Status CheckBuiltinGranted(const Policy& policy, absl::string_view name);

}  // namespace rt

#endif  // RUNTIME_LOADER_SANDBOX_FILES_H_
