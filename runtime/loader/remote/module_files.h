#ifndef RUNTIME_LOADER_REMOTE_MODULE_FILES_H_
#define RUNTIME_LOADER_REMOTE_MODULE_FILES_H_

#include <memory>

#include "runtime/loader/resolve/file_tree.h"
#include "runtime/policy/policy.h"

namespace rt {

// What of this machine's disk there is for another one that runs a realm: the
// modules, their source maps and package.json files that the policy lets the
// realm load. All else is kMissing, whether or not it is there, and cannot be
// read (EPERM): also what a link leads to, a file whose name is none of a
// module's, and one that is not regular, whose reader might wait for ever.
//
// That is a policy which grants nothing, so that what is there lies in the
// folder of the realm's entry and in the node_modules that its imports search:
// Policy::Make({}, entry, maker). Blocks on the disk; any thread, one at a
// time.
std::unique_ptr<FileTree> NewModuleFiles(std::shared_ptr<const Policy> policy);

}  // namespace rt

#endif  // RUNTIME_LOADER_REMOTE_MODULE_FILES_H_
