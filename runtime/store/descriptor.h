#ifndef RUNTIME_STORE_DESCRIPTOR_H_
#define RUNTIME_STORE_DESCRIPTOR_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/base/unique_fd.h"
#include "runtime/store/cancellation.h"

namespace rt {

// Who reads or writes much does it in pieces of this size, to look at the
// Cancellation between them.
inline constexpr size_t kPieceBytes = size_t{8} << 20;

// An open file of any kind, whose reads and writes wait where they must and can
// be cancelled while they do.
//
// A pipe, a terminal or another device is opened and used without blocking, and
// waited for by Cancellation::Wait: a named pipe that nobody opens on the other
// side holds no worker. A regular file never waits.
//
// One thread at a time.
class Descriptor {
 public:
  // As open(2), with O_CLOEXEC; returns 0 or an errno. EISDIR for a folder.
  // Opening a named pipe for writing waits until a reader has it open. For
  // reading it does not wait, but the first read does, for a writer.
  int Open(const std::string& path, int flags, mode_t mode,
           Cancellation& cancellation);

  bool is_open() const { return fd_.valid(); }
  int fd() const { return fd_.get(); }
  // As it was when it was opened.
  const struct stat& info() const { return info_; }
  bool is_regular() const { return S_ISREG(info_.st_mode); }

  // Where a read or write starts: an offset, or kPosition for where the last
  // one ended.
  static constexpr int64_t kPosition = -1;

  // As read(2) and pread(2), of at most kPieceBytes: the number of bytes, 0 at
  // the end; -1 and errno (also ECANCELED and EAGAIN of Cancellation::Wait).
  ssize_t Read(void* bytes, size_t size, int64_t at,
               Cancellation& cancellation);

  // Writes all; returns 0 or an errno. A part may have gone out then.
  int Write(const void* bytes, size_t size, int64_t at,
            Cancellation& cancellation);

  // As close(2), but not an error where it was interrupted.
  int Close();

 private:
  UniqueFd fd_;
  struct stat info_ = {};
};

}  // namespace rt

#endif  // RUNTIME_STORE_DESCRIPTOR_H_
