#ifndef RUNTIME_STORE_REMOVE_H_
#define RUNTIME_STORE_REMOVE_H_

#include <string>

#include "absl/status/status.h"
#include "runtime/store/cancellation.h"

namespace rt {

struct RemoveOptions {
  bool recursive = false;  // a folder with all that is in it
  bool force = false;      // nothing there is no error
};

// Removes a file, a link (never what it points to), or a folder, which must be
// empty without `recursive`. Blocks.
//
// It walks by open folders, not by paths, and follows no link: who puts a link
// in the place of a folder meanwhile gains nothing. What vanishes meanwhile is
// as good as removed. A folder's depth costs no descriptors. It ends at the
// first error, which names what could not be removed. It refuses the root, "."
// and "..".
//
// Errors: "cannot remove 'path': ...".
absl::Status Remove(const std::string& path, const RemoveOptions& options,
                    Cancellation& cancellation);

}  // namespace rt

#endif  // RUNTIME_STORE_REMOVE_H_
