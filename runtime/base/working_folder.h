#ifndef RUNTIME_BASE_WORKING_FOLDER_H_
#define RUNTIME_BASE_WORKING_FOLDER_H_

#include <string>

#include "absl/status/statusor.h"

namespace rt {

// The process's working folder, an absolute path without a slash at its end
// (but for "/"). Any thread. Fails as getcwd(2) does, with the payloads of
// ErrnoStatus: when the folder has been removed, for one.
absl::StatusOr<std::string> WorkingFolder();

}  // namespace rt

#endif  // RUNTIME_BASE_WORKING_FOLDER_H_
