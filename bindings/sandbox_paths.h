#ifndef BINDINGS_SANDBOX_PATHS_H_
#define BINDINGS_SANDBOX_PATHS_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bindings/file_path.h"
#include "runtime/store/cancellation.h"
#include "runtime/store/glob.h"

namespace rt {

// The operations of rt:file whose paths take more than one check. On a worker.

// MakeFolder() of path_operations.h.
absl::Status MakeFolderAt(const FilePath& path, bool recursive, mode_t mode);

// Rename() of path_operations.h: a sandbox cannot move what it may not read to
// where it may.
absl::Status RenameAt(const FilePath& path, const FilePath& dest);

// Glob() of glob.h, without what a sandbox may not read. `cwd` may be empty.
absl::StatusOr<std::vector<std::string>> GlobAt(const std::string& pattern,
                                                const FilePath& cwd,
                                                GlobOptions options,
                                                Cancellation& cancellation);

}  // namespace rt

#endif  // BINDINGS_SANDBOX_PATHS_H_
