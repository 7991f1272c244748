#ifndef RUNTIME_STORE_OPEN_FILE_H_
#define RUNTIME_STORE_OPEN_FILE_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/base/file_replacement.h"
#include "runtime/store/byte_buffer.h"
#include "runtime/store/cancellation.h"
#include "runtime/store/descriptor.h"
#include "runtime/store/file_info.h"
#include "runtime/store/serial_queue.h"

namespace rt {

// A file that a program holds open.
//
// Life: made closed, by whoever wants the file, and shared with the work on it;
// Open() first, Close() last, the destructor closes as well. All that blocks
// runs on a pool, through Post(), so that one thing happens at a time, in the
// order in which it was asked for.
//
// Errors: "cannot <verb> 'path': ..."; EBADF after Close().
class OpenFile {
 public:
  struct Options {
    bool read = true;
    bool write = false;
    bool append = false;    // every write goes to the end; implies write
    bool truncate = false;  // to nothing, when it is opened
    // Whether a file is made: kAny makes one where none is.
    FileReplacement::Expect expect = FileReplacement::Expect::kExisting;
    mode_t mode = 0666;  // of a file that is made, less the umask
  };

  OpenFile(std::string path, WorkerPool& pool);

  // --- Any thread ---

  const std::string& path() const { return path_; }

  // Queues work on this file; whoever posts keeps it alive meanwhile.
  void Post(WorkerPool::Task task) { queue_.Post(std::move(task)); }

  // A read that waits for a pipe or a terminal, now or later, fails with
  // ECANCELED: for who wants to close the file.
  void InterruptReads() { reading_.Request(); }
  // Every wait does so: for who has no interest any more.
  void Interrupt() {
    reading_.Request();
    writing_.Request();
  }

  // --- In a posted task; these block ---

  absl::Status Open(const Options& options) { return Open(options, path_); }
  // By another path to the same file: what errors say is path().
  absl::Status Open(const Options& options, const std::string& way);

  // Up to `size` bytes, as read(2): fewer at the end, where there are none, and
  // wherever the kernel gives fewer. `at`: Descriptor::kPosition or an offset.
  absl::StatusOr<ByteBuffer> Read(size_t size, int64_t at);

  // Writes all.
  absl::Status Write(absl::string_view bytes, int64_t at);

  absl::StatusOr<FileInfo> Stat();

  // Cuts the file, or adds zeros, so that it has this size.
  absl::Status Truncate(int64_t size);

  // What was written is on the disk; fsync(2).
  absl::Status Sync();

  absl::Status Close();

 private:
  absl::Status Failed(const char* verb, int error, const char* syscall) const;

  const std::string path_;
  SerialQueue queue_;
  Cancellation reading_;
  Cancellation writing_;  // and opening
  Descriptor descriptor_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_OPEN_FILE_H_
