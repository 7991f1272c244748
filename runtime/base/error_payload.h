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
inline constexpr char kErrorSyscall[] = "syscall";  // "open"
inline constexpr const char* kErrorPayloads[] = {kErrorCode, kErrorPath,
                                                 kErrorSyscall};

void SetErrorPayload(absl::Status& status, const char* name,
                     absl::string_view value);

// Empty where the status has no such payload.
std::string GetErrorPayload(const absl::Status& status, const char* name);

// "ENOENT" for ENOENT; "E1234" for a number that has no name here.
std::string ErrnoName(int error);

// The status of a failed system call: "cannot open /a/b: No such file or
// directory (ENOENT)", from `action` "open", with all payloads. The status code
// is that of absl::ErrnoToStatusCode.
absl::Status ErrnoStatus(int error, absl::string_view action,
                         absl::string_view path);

}  // namespace rt

#endif  // RUNTIME_BASE_ERROR_PAYLOAD_H_
