#ifndef RUNTIME_BASE_STANDARD_STREAMS_H_
#define RUNTIME_BASE_STANDARD_STREAMS_H_

#include "absl/strings/string_view.h"

namespace rt {

class Interruption;

// The process's standard output and standard error, descriptors 1 and 2, for
// writers that have nobody to give an error to: console.log() does not throw.
// What failed is remembered, so that the process can say so as it ends.

// Writes all bytes; waits where a pipe, a terminal or a socket takes no more.
// False, and remembered, when that fails. Any thread.
bool WriteStandardStream(int fd, absl::string_view bytes);

// The same, for as long as `interruption` is not requested. Interrupted, it
// returns false and is not remembered; a part may have gone out.
//
// Where the stream is a pipe or a terminal that rt may not open anew
// (/proc/self/fd), and other threads or processes write to it, a write may
// wait in the kernel all the same: for a reader, and not to be interrupted.
bool WriteStandardStream(int fd, absl::string_view bytes,
                         Interruption& interruption);

// The errno of the first write to `fd` that failed; 0 while none has.
int StandardStreamError(int fd);

// Opens /dev/null where descriptor 0, 1 or 2 is closed, so that no other file
// gets its number. It is opened for reading: writing to it fails, as it does
// to a closed stream, and is not swallowed. Before a second thread opens files.
void OpenClosedStandardStreams();

}  // namespace rt

#endif  // RUNTIME_BASE_STANDARD_STREAMS_H_
