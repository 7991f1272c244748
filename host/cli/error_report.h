#ifndef HOST_CLI_ERROR_REPORT_H_
#define HOST_CLI_ERROR_REPORT_H_

#include <string>

#include "host/rt.h"

namespace rt {

// How the terminal wants it.
struct ReportStyle {
  // ANSI colors.
  bool color = false;
  // The cells of a line, for the source line.
  int width = 100;
};

// What an uncaught error prints, for people:
//
//   /home/me/app.ts:3
//     throw new Error('no');
//           ^
//
//   Error: no
//       at f (file:///home/me/app.ts:3:9)
//
// A thrown value that has no stack is shown behind "Uncaught". An error of
// another realm than the main one is preceded by "In realm 1 (its name):". What
// is not known is left out. Ends with a newline.
std::string ErrorReport(const ScriptError& error, const ReportStyle& style);

// The place alone: the first three lines of the above, without a stack; empty
// where the file is not known.
std::string PlaceReport(const ScriptError& error, const ReportStyle& style);

}  // namespace rt

#endif  // HOST_CLI_ERROR_REPORT_H_
