#ifndef RUNTIME_BASE_FILE_REPLACEMENT_H_
#define RUNTIME_BASE_FILE_REPLACEMENT_H_

#include <sys/types.h>

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

struct stat;

namespace rt {

// Replaces a file whole or not at all. What is appended goes into a temporary
// file in the same folder; Commit() puts that in the file's place. Without a
// Commit() that succeeds, the destructor removes it, and what was at the path
// stays. Other processes see the old file or the new one.
//
// Until Commit() the temporary file has no name where the file system can have
// such files (O_TMPFILE of open(2)): a process that is killed leaves nothing.
// Elsewhere, as on NFS, it leaves ".rt-PID-N.tmp", which may be removed.
//
// A symbolic link is followed, so that it goes on being one. A file that is
// there must be writable, and keeps its permissions, its ACL and, where that is
// permitted, its owner; as after any write it has no set-user-ID bit. Other
// hard links to it keep the old content.
//
// Some files cannot be replaced, and are written in place, so that a failure
// may leave them with a part of the new content: a device or a pipe; what is
// reached through a link in /proc, such as /dev/stdout; a file in a folder that
// takes no temporary file; a mount point.
//
// All that can fail returns 0 or an errno; whoever calls makes the message. A
// write beyond RLIMIT_FSIZE is an error like any other only where SIGXFSZ is
// ignored or blocked, one to a pipe without a reader where SIGPIPE is.
//
// Blocks on the disk. One thread at a time; owned by whoever writes the file.
class FileReplacement {
 public:
  enum class Expect {
    kAny,
    kExisting,  // else ENOENT
    kNew,       // else EEXIST, also when it appears before Commit()
  };

  struct Options {
    Expect expect = Expect::kAny;
    // The permissions of a file that was not there, less the umask.
    mode_t mode = 0666;
    // Where it has a value: the permissions, whether or not the file was there.
    std::optional<mode_t> exact_mode;
    // The data is on the disk before it takes the file's place. Without it, it
    // is up to the file system what a power cut leaves, and some find out later
    // that the disk is full.
    bool sync = false;
  };

  FileReplacement() = default;
  FileReplacement(FileReplacement&& other) noexcept;
  FileReplacement& operator=(FileReplacement&&) = delete;
  ~FileReplacement();

  // First call.
  int Open(const std::string& path, const Options& options);

  int Append(absl::string_view bytes);

  // Where the bytes go; for a copy inside the kernel.
  int fd() const { return fd_; }

  // Closes the file and puts it in place. Last call.
  int Commit();

 private:
  int OpenInPlace();
  int OpenTemporary(const struct stat* old);
  bool OpenUnnamed(mode_t mode);
  int OpenNamed(mode_t mode);
  int GiveName();
  void TakeOverPermissions(mode_t mode, const struct stat* old);
  int Rename();
  int WriteOverTarget();
  int Close();

  Options options_;
  std::string target_;       // the path, symbolic links followed
  std::string temporary_;    // empty when there is none (any more)
  bool is_unnamed_ = false;  // temporary, and without a name yet
  int fd_ = -1;              // -1 when closed
};

}  // namespace rt

#endif  // RUNTIME_BASE_FILE_REPLACEMENT_H_
