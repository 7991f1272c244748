#ifndef RUNTIME_STORE_GLOB_H_
#define RUNTIME_STORE_GLOB_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/store/cancellation.h"

namespace rt {

struct GlobOptions {
  // Where relative patterns start; empty for the working folder.
  std::string cwd;
  bool dot = false;              // `*` and `**` match names with a dot in front
  bool follow = false;           // `**` goes through symbolic links
  bool skip_unreadable = false;  // what may not be looked at is no error
  // Asked before a folder is listed, where it is there; its error is Glob()'s.
  std::function<absl::Status(const std::string& folder)> admit;
};

// The paths that a pattern (ParseGlob) matches, in the order of their bytes,
// each once; relative to `cwd` where the pattern is relative. Reads each folder
// once, also for a pattern with braces. "**" at the end matches all files and
// folders below; what `**` goes through links for ends where a link leads back
// to a folder that it is in. What vanishes meanwhile is passed over. Blocks.
//
// Errors: InvalidArgument of ParseGlob; "cannot look for files in 'path': ...",
// also for a `cwd` that is not there.
absl::StatusOr<std::vector<std::string>> Glob(const std::string& pattern,
                                              const GlobOptions& options,
                                              Cancellation& cancellation);

}  // namespace rt

#endif  // RUNTIME_STORE_GLOB_H_
