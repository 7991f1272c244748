#include "runtime/base/error_payload.h"

#include <string.h>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

namespace rt {

void SetErrorPayload(absl::Status& status, const char* name,
                     absl::string_view value) {
  status.SetPayload(name, absl::Cord(value));
}

std::string GetErrorPayload(const absl::Status& status, const char* name) {
  const auto payload = status.GetPayload(name);
  return payload.has_value() ? std::string(*payload) : "";
}

std::string ErrnoName(int error) {
  const char* const name = strerrorname_np(error);
  return name != nullptr ? name : absl::StrCat("E", error);
}

absl::Status ErrnoStatus(int error, absl::string_view tried,
                         absl::string_view path, absl::string_view syscall,
                         absl::string_view dest) {
  const std::string name = ErrnoName(error);
  const char* const text = strerrordesc_np(error);
  absl::Status status(
      absl::ErrnoToStatusCode(error),
      absl::StrCat("cannot ", tried, ": ",
                   text != nullptr ? text : "unknown error", " (", name, ")"));
  SetErrorPayload(status, kErrorCode, name);
  if (!path.empty()) SetErrorPayload(status, kErrorPath, path);
  if (!dest.empty()) SetErrorPayload(status, kErrorDest, dest);
  if (!syscall.empty()) SetErrorPayload(status, kErrorSyscall, syscall);
  return status;
}

}  // namespace rt
