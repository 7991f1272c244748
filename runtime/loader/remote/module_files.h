#ifndef RUNTIME_LOADER_REMOTE_MODULE_FILES_H_
#define RUNTIME_LOADER_REMOTE_MODULE_FILES_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/loader/resolve/file_tree.h"

namespace rt {

// What of this machine's disk there is for another one that runs the module at
// the path `entry`: the modules and package.json files in the tree of the
// entry's folder, and in the node_modules folders that its imports search. All
// else is kMissing, whether or not it is there, and cannot be read (EPERM):
// also what a link leads to, a file whose name is none of a module's, and one
// that is not regular, whose reader might wait for ever.
//
// Fails where nothing is at `entry`. Blocks on the disk; any thread, one at a
// time.
absl::StatusOr<std::unique_ptr<FileTree>> NewModuleFiles(
    const std::string &entry);

}  // namespace rt

#endif  // RUNTIME_LOADER_REMOTE_MODULE_FILES_H_
