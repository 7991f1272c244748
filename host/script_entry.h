#ifndef HOST_SCRIPT_ENTRY_H_
#define HOST_SCRIPT_ENTRY_H_

#include <string>

#include "absl/status/statusor.h"

namespace rt {

// The file: URL of the module that `script` names: a path, relative to the
// current folder or absolute, or a file: URL. Symbolic links are followed, so
// that what the script imports is found beside the file itself.
//
// Fails with a message that names the script as it was given, where it is not
// there, cannot be read or is a folder.
absl::StatusOr<std::string> ScriptEntry(const std::string& script);

}  // namespace rt

#endif  // HOST_SCRIPT_ENTRY_H_
