#ifndef RUNTIME_POLICY_PATH_GATE_H_
#define RUNTIME_POLICY_PATH_GATE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/base/unique_fd.h"
#include "runtime/policy/policy.h"

namespace rt {

// What a sandbox wants with a path.
enum class PathUse {
  kRead,       // the file that it leads to, which exists
  kLoad,       // the same, as a module
  kChange,     // the same, to write to it in place or to change its mode
  kReplace,    // to write the file that it leads to, which may be new
  kUpdate,     // the same, to read from it as well
  kReadEntry,  // to read the name itself, links not followed
  kMakeEntry,  // to make, remove or rename the name itself
};

// A path that a sandbox may use for what it asked, in a form that goes on to
// mean what was checked, whatever happens to the path meanwhile: the kernel is
// asked for the object (open(2) with O_PATH), the object for its place
// (/proc/self/fd), and what then is used is the object. Of a name that is to be
// made or removed it is the name in its folder, and the folder that is held.
//
// Where a name is replaced by a link between check and use, kReplace and
// kMakeEntry follow what the system call follows. Landlock stands behind that.
class CheckedPath {
 public:
  // `path` is absolute or relative to the working folder. Blocks on the disk.
  //
  // Fails with Denied() where the policy does not grant the use, and with the
  // file system's error, as `cannot <tried>: ...`, where the path leads to
  // nothing that could be used and the sandbox may know that. `tried` is such
  // as "read '/a/b'".
  static absl::StatusOr<CheckedPath> Check(const Policy& policy,
                                           const std::string& path, PathUse use,
                                           absl::string_view tried);

  // For system calls, while this lives.
  const std::string& path() const { return path_; }
  // For people.
  const std::string& real_path() const { return real_path_; }

  // An error that speaks of path(), as one that speaks of `given`.
  absl::Status Rename(const absl::Status& status,
                      absl::string_view given) const;

 private:
  friend class PathWalk;

  CheckedPath() = default;

  UniqueFd held_;
  std::string path_;
  std::string real_path_;
};

}  // namespace rt

#endif  // RUNTIME_POLICY_PATH_GATE_H_
