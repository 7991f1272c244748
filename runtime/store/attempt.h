#ifndef RUNTIME_STORE_ATTEMPT_H_
#define RUNTIME_STORE_ATTEMPT_H_

#include <string>

#include "absl/status/status.h"

namespace rt {

// What is being tried with a file, for the errors that come of it:
//   Attempt{"copy", from, &to}.Failed(ENOENT, "open")
// is "cannot copy 'a' to 'b': No such file or directory (ENOENT)".
// On the stack; refers to what it is made from.
struct Attempt {
  const char* verb;
  const std::string& path;
  const std::string* dest = nullptr;
  const char* purpose = "";  // after the path, such as " for reading"

  absl::Status Failed(int error, const char* syscall) const;
};

}  // namespace rt

#endif  // RUNTIME_STORE_ATTEMPT_H_
