#ifndef RUNTIME_STORE_COPY_FILE_H_
#define RUNTIME_STORE_COPY_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "runtime/store/cancellation.h"

namespace rt {

// Copies a file's content and permissions, less the set-user-ID bits, to
// `dest`, whole or not at all (FileReplacement). Symbolic links are followed on
// both sides. Where the file system can, the copy shares the original's blocks
// until one of them changes. With `must_be_new`, EEXIST where `dest` is there.
// Blocks. Errors: "cannot copy 'path' to 'dest': ...".
absl::Status CopyFile(const std::string& path, const std::string& dest,
                      bool must_be_new, Cancellation& cancellation);

}  // namespace rt

#endif  // RUNTIME_STORE_COPY_FILE_H_
