#ifndef RUNTIME_STORE_READ_FILE_H_
#define RUNTIME_STORE_READ_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "runtime/store/byte_buffer.h"
#include "runtime/store/cancellation.h"

namespace rt {

// All bytes of a file from its start to where it ends while it is read; of a
// pipe, until its last writer closes it. Believes no size: a file of /proc says
// 0, and a file may grow meanwhile. Blocks.
//
// Errors: "cannot read 'path': ..." (Attempt); ENOMEM where the content is
// larger than the memory that can be had.
absl::StatusOr<ByteBuffer> ReadWholeFile(const std::string& path,
                                         Cancellation& cancellation);

}  // namespace rt

#endif  // RUNTIME_STORE_READ_FILE_H_
