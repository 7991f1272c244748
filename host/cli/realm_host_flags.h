#ifndef HOST_CLI_REALM_HOST_FLAGS_H_
#define HOST_CLI_REALM_HOST_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "host/cli/command_line.h"

namespace rt {

// Reads the arguments of `rt realm-host`. InvalidArgument, with a message of
// one line, where they are wrong; Cancelled where they ask for help.
absl::StatusOr<RealmHostCommand> ParseRealmHost(
    absl::Span<const std::string> args);

// `rt help realm-host`.
std::string RealmHostHelp();

}  // namespace rt

#endif  // HOST_CLI_REALM_HOST_FLAGS_H_
