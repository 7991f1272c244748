#ifndef RUNTIME_BASE_ATOMIC_FILE_H_
#define RUNTIME_BASE_ATOMIC_FILE_H_

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/file_replacement.h"

namespace rt {

// A FileReplacement that forces its data to the disk and says in words what
// went wrong, for the files that rt itself writes for its user.
//
// Every error has the code that absl::ErrnoToStatus gives, and a message with
// the path as it was given, the system's reason and what can be done.
//
// Blocks on the disk. One thread at a time; owned by whoever writes the file.
class AtomicFile {
 public:
  static absl::StatusOr<AtomicFile> Create(std::string path);

  absl::Status Append(std::string_view bytes);

  // Syncs and closes the file and puts it in place. Last call.
  absl::Status Commit();

 private:
  explicit AtomicFile(std::string path) : path_(std::move(path)) {}

  std::string path_;  // as given, for messages
  FileReplacement replacement_;
};

}  // namespace rt

#endif  // RUNTIME_BASE_ATOMIC_FILE_H_
