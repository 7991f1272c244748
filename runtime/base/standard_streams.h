#ifndef RUNTIME_BASE_STANDARD_STREAMS_H_
#define RUNTIME_BASE_STANDARD_STREAMS_H_

#include "absl/strings/string_view.h"

namespace rt {

// The process's standard output and standard error, descriptors 1 and 2, for
// writers that have nobody to give an error to: console.log() does not throw.
// What failed is remembered, so that the process can say so as it ends.

// Writes all bytes. False, and remembered, when that fails. Any thread.
bool WriteStandardStream(int fd, absl::string_view bytes);

// The errno of the first write to `fd` that failed; 0 while none has.
int StandardStreamError(int fd);

// Opens /dev/null where descriptor 0, 1 or 2 is closed, so that no other file
// gets its number. It is opened for reading: writing to it fails, as it does
// to a closed stream, and is not swallowed. Before a second thread opens files.
void OpenClosedStandardStreams();

}  // namespace rt

#endif  // RUNTIME_BASE_STANDARD_STREAMS_H_
