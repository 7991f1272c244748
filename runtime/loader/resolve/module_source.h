#ifndef RUNTIME_LOADER_RESOLVE_MODULE_SOURCE_H_
#define RUNTIME_LOADER_RESOLVE_MODULE_SOURCE_H_

#include <memory>

#include "runtime/loader/resolve/file_tree.h"

namespace rt {

// Where the modules of realms come from that are not on this machine's disk:
// what they import, and the package.json files by which that is found. Whoever
// gives a realm its source has decided what there is for it: its policy says
// nothing of these files.
//
// Shared by a realm and those that it makes; any thread.
class ModuleSource {
 public:
  virtual ~ModuleSource() = default;

  // The files, for one realm and on its thread. What they wait for ends when
  // `interruption`, which outlives them, is requested: the error is then
  // ECANCELED's.
  virtual std::unique_ptr<FileTree> Open(Interruption& interruption) = 0;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_MODULE_SOURCE_H_
