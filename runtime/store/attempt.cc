#include "runtime/store/attempt.h"

#include "absl/strings/str_cat.h"
#include "runtime/base/error_payload.h"

namespace rt {

absl::Status Attempt::Failed(int error, const char* syscall) const {
  std::string tried = absl::StrCat(verb, " '", path, "'");
  if (dest != nullptr) absl::StrAppend(&tried, " to '", *dest, "'");
  tried += purpose;
  return ErrnoStatus(error, tried, path, syscall,
                     dest != nullptr ? *dest : std::string());
}

}  // namespace rt
