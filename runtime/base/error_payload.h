#ifndef RUNTIME_BASE_ERROR_PAYLOAD_H_
#define RUNTIME_BASE_ERROR_PAYLOAD_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// What a status carries beside its message, for JavaScript to see as properties
// of the error: payloads of absl::Status under these names.
inline constexpr char kErrorCode[] = "code";        // "ENOENT"
inline constexpr char kErrorPath[] = "path";        // the file concerned
inline constexpr char kErrorDest[] = "dest";        // where it was to go
inline constexpr char kErrorSyscall[] = "syscall";  // "open"
inline constexpr const char* kErrorPayloads[] = {kErrorCode, kErrorPath,
                                                 kErrorDest, kErrorSyscall};

void SetErrorPayload(absl::Status& status, const char* name,
                     absl::string_view value);

// Empty where the status has no such payload.
std::string GetErrorPayload(const absl::Status& status, const char* name);

// "ENOENT" for ENOENT; "E1234" for a number that has no name here.
std::string ErrnoName(int error);

// The status of a failed system call: "cannot open '/a/b' for reading: No such
// file or directory (ENOENT)", where `tried` is "open '/a/b' for reading". All
// but the error and `tried` are payloads and may be empty. The status code is
// that of absl::ErrnoToStatusCode.
absl::Status ErrnoStatus(int error, absl::string_view tried,
                         absl::string_view path, absl::string_view syscall = "",
                         absl::string_view dest = "");

}  // namespace rt

#endif  // RUNTIME_BASE_ERROR_PAYLOAD_H_
