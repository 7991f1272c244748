#ifndef RUNTIME_STORE_PATH_OPERATIONS_H_
#define RUNTIME_STORE_PATH_OPERATIONS_H_

#include <sys/types.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rt {

// What is one system call, or little more, on a path. All block; all errors are
// Attempt's, with the paths as they were given.

// With `recursive`, the folders above that are missing as well (with mode 0777
// less the umask), and no error where the folder is there.
absl::Status MakeFolder(const std::string& path, bool recursive, mode_t mode);

// Replaces what `dest` is, as rename(2) does. Not across file systems (EXDEV).
absl::Status Rename(const std::string& path, const std::string& dest);

// The absolute path without symbolic links, "." and "..".
absl::StatusOr<std::string> RealPath(const std::string& path);

// Makes the symbolic link `path`, which says `target`.
absl::Status MakeLink(const std::string& target, const std::string& path);
absl::StatusOr<std::string> ReadLink(const std::string& path);

// Follows a symbolic link. Not bound by the umask.
absl::Status ChangeMode(const std::string& path, mode_t mode);

}  // namespace rt

#endif  // RUNTIME_STORE_PATH_OPERATIONS_H_
