#ifndef HOST_CLI_RUN_FLAGS_H_
#define HOST_CLI_RUN_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "host/cli/command_line.h"

namespace rt {

// Reads the arguments of `rt run`: [flags] SCRIPT [args]. InvalidArgument, with
// a message of one line, where they are wrong; Cancelled where they ask for
// help.
absl::StatusOr<RunCommand> ParseRun(absl::Span<const std::string> args);

// `rt help run`.
std::string RunHelp();

// "--name" of each flag of `rt run`.
std::vector<std::string> RunFlagNames();

}  // namespace rt

#endif  // HOST_CLI_RUN_FLAGS_H_
