#include "runtime/realm/realm_result.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/error_payload.h"
#include "runtime/realm/message.h"

namespace rt {

RealmResult ErrorResult(std::string message) {
  RealmResult result;
  result.end = RealmEnd::kError;
  result.exit_code = 1;
  ScriptError& error = result.error.emplace();
  error.name = "Error";
  error.stack = absl::StrCat("Error: ", message);
  error.inspected = error.stack;
  error.message = std::move(message);
  return result;
}

RealmResult ErrorResult(const absl::Status& status) {
  RealmResult result = ErrorResult(std::string(status.message()));
  result.error_code = GetErrorPayload(status, kErrorCode);
  if (!result.error_code.empty()) {
    absl::StrAppend(&result.error->inspected, " {\n  code: '",
                    result.error_code, "'\n}");
  }
  return result;
}

}  // namespace rt
