#include "runtime/realm/realm_result.h"

#include <utility>

#include "absl/strings/str_cat.h"
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

}  // namespace rt
