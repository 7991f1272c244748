#ifndef HOST_CLI_PRINT_H_
#define HOST_CLI_PRINT_H_

#include "absl/strings/string_view.h"
#include "host/cli/error_report.h"

namespace rt {

// `text` to standard output. Returns the exit code: 1, with a message on
// standard error, where it could not be written; a reader that has seen enough
// (`rt help | head -1`) is no failure.
int PrintAsked(absl::string_view text);

// "rt: `message`" and a newline, to standard error.
void PrintComplaint(absl::string_view message);

// To standard error, as it is.
void PrintReport(absl::string_view text);

// Whether a report could go out at once: false where standard error is a pipe
// or a terminal that takes nothing, and goes on so for half a second.
bool StandardErrorTakesText();

// How standard error wants it: colors on a terminal where neither NO_COLOR
// (https://no-color.org) nor TERM=dumb says otherwise, and the terminal's
// width.
ReportStyle StandardErrorStyle();

// When a script's output got lost, says so and makes an exit code of 0 a 1.
int CheckScriptOutput(int exit_code);

}  // namespace rt

#endif  // HOST_CLI_PRINT_H_
