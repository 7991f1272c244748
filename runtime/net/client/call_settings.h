#ifndef RUNTIME_NET_CLIENT_CALL_SETTINGS_H_
#define RUNTIME_NET_CLIENT_CALL_SETTINGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// A server that the operator gave a name, so that programs call it by that.
struct Backend {
  std::string name;
  // "https://host:8443"; where `unix_path` is set, "http://NAME", which nobody
  // looks up.
  std::string origin;
  // Where it listens, in place of the origin's host and port; may be empty.
  std::string unix_path;
};

// "NAME=URL", as of a flag: the name is of letters, digits, "-", "_" and ".",
// the URL "http://HOST[:PORT]", "https://HOST[:PORT]" or "unix:PATH".
// InvalidArgument, with what is wrong, for anything else.
absl::StatusOr<Backend> ParseBackend(absl::string_view text);

// What all calls of a process have in common. Immutable, shared by its realms.
struct CallSettings {
  // The text of a PEM file with authorities that are trusted beside the
  // system's; may be empty.
  std::string roots;
  // No two of one name.
  std::vector<Backend> backends;
};

// As ParseBackend(), added to the others. InvalidArgument also where one has
// the name.
absl::Status AddBackend(absl::string_view text, CallSettings& settings);

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CALL_SETTINGS_H_
