#ifndef RUNTIME_BASE_PATIENT_WRITER_H_
#define RUNTIME_BASE_PATIENT_WRITER_H_

#include "absl/strings/string_view.h"
#include "runtime/base/unique_fd.h"

namespace rt {

class Interruption;

// Writes to a descriptor that the process was given, and never waits in
// write(2), where nothing but a signal could end it: it waits by
// Interruption::Wait().
//
// Such a descriptor blocks, and is shared with other processes, so that to make
// it one that does not would change it for them. A pipe or a terminal is
// therefore opened anew by /proc/self/fd, and a socket is told each time. Where
// that is refused (no /proc, a terminal of another user) it writes no more at a
// time than fits where there is room at all; a write then waits only if
// somebody else takes the room first.
//
// The descriptor stays open while this lives. Any thread.
class PatientWriter {
 public:
  explicit PatientWriter(int fd);

  // Writes all bytes. Returns 0 or an errno: that of the write, or of
  // Interruption::Wait().
  int Write(absl::string_view bytes, Interruption& interruption) const;

 private:
  enum class Kind {
    kNeverWaits,  // a regular file, or a device that is no terminal
    kOpenedAnew,
    kSocket,
    kShared,
  };

  // As write(2), but -1 and EAGAIN where it would wait.
  ssize_t TryWrite(absl::string_view bytes) const;

  const int fd_;
  Kind kind_ = Kind::kNeverWaits;
  UniqueFd own_;  // with kOpenedAnew
};

}  // namespace rt

#endif  // RUNTIME_BASE_PATIENT_WRITER_H_
