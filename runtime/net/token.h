#ifndef RUNTIME_NET_TOKEN_H_
#define RUNTIME_NET_TOKEN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// The secret by which a server knows its clients. Visible ASCII, at least one
// character: it goes into a line of a request's head.

// InvalidArgument where it is none. The error does not show the token.
absl::Status CheckToken(absl::string_view token);

// What is in the file, without spaces and line ends around it.
struct TokenFile {
  std::string token;
  // Others than the file's owner may read it. That is no error, since where
  // secrets are mounted into a container they often come with such a mode; but
  // the operator should hear of it.
  bool is_open_to_others = false;
};
absl::StatusOr<TokenFile> ReadTokenFile(const std::string& path);

// Takes a time that depends on the lengths alone, and not on where the two
// differ.
bool IsSameToken(absl::string_view expected, absl::string_view given);

}  // namespace rt

#endif  // RUNTIME_NET_TOKEN_H_
