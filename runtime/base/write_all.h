#ifndef RUNTIME_BASE_WRITE_ALL_H_
#define RUNTIME_BASE_WRITE_ALL_H_

#include "absl/strings/string_view.h"

namespace rt {

// Writes all bytes to a descriptor, waiting where it is one that does not block
// and is full. Returns 0, or the errno of the write that failed (EPIPE where
// the reader is gone and SIGPIPE is ignored). Any thread.
int WriteAll(int fd, absl::string_view bytes);

}  // namespace rt

#endif  // RUNTIME_BASE_WRITE_ALL_H_
