#ifndef RUNTIME_BASE_ATOMIC_FILE_H_
#define RUNTIME_BASE_ATOMIC_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rt {

// Replaces a file whole or not at all. What is appended goes into a temporary
// file in the same folder; Commit() puts that in the file's place. Without a
// Commit() that succeeds, the destructor removes it, and what was at the path
// stays.
//
// A symbolic link is followed, so that it goes on being one. A file that is
// there keeps its permissions; a new one gets those of the umask. A device or a
// pipe can't be replaced: its bytes go straight into it.
//
// Every error has the code that absl::ErrnoToStatus gives, and a message with
// the path as it was given, the system's reason and what can be done. A write
// beyond RLIMIT_FSIZE is an error like any other only where SIGXFSZ is ignored.
//
// Blocks on the disk. One thread at a time; owned by whoever writes the file.
class AtomicFile {
 public:
  static absl::StatusOr<AtomicFile> Create(std::string path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  absl::Status Append(std::string_view bytes);

  // Closes the file and puts it in place. Last call.
  absl::Status Commit();

 private:
  AtomicFile(std::string path, std::string target, std::string temporary,
             int fd);

  std::string path_;       // as given, for messages
  std::string target_;     // what it refers to, symbolic links followed
  std::string temporary_;  // empty when there is none (any more)
  int fd_;                 // -1 when closed
};

}  // namespace rt

#endif  // RUNTIME_BASE_ATOMIC_FILE_H_
