#ifndef HOST_CLI_RUN_H_
#define HOST_CLI_RUN_H_

#include "host/cli/command_line.h"

namespace rt {

// `rt run`: runs the script, reports on standard error how it ended where that
// needs words, and returns the exit code. Does not return where a signal ended
// the script: the process then dies by the same signal.
int RunCommandLine(const RunCommand& command);

}  // namespace rt

#endif  // HOST_CLI_RUN_H_
