#include "host/cli/print.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/standard_streams.h"
#include "runtime/base/write_all.h"

namespace rt {
namespace {

constexpr int kPatienceMs = 500;

void ComplainAboutOutput(int error) {
  PrintComplaint(
      absl::StrCat("cannot write to standard output: ", strerror(error)));
}

bool IsSet(const char* name) {
  const char* const value = getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

int PrintAsked(absl::string_view text) {
  const int error = WriteAll(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return 0;
  ComplainAboutOutput(error);
  return 1;
}

void PrintComplaint(absl::string_view message) {
  PrintReport(absl::StrCat("rt: ", message, "\n"));
}

void PrintReport(absl::string_view text) {
  WriteStandardStream(STDERR_FILENO, text);
}

bool StandardErrorTakesText() {
  pollfd stream = {STDERR_FILENO, POLLOUT, 0};
  return RetryOnEintr([&] { return poll(&stream, 1, kPatienceMs); }) != 0;
}

ReportStyle StandardErrorStyle() {
  ReportStyle style;
  if (isatty(STDERR_FILENO) == 0) return style;
  const char* const term = getenv("TERM");
  const bool dumb = term != nullptr && strcmp(term, "dumb") == 0;
  style.color = !dumb && !IsSet("NO_COLOR");
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = size.ws_col;
  }
  return style;
}

int CheckScriptOutput(int exit_code) {
  const int error = StandardStreamError(STDOUT_FILENO);
  if (error != 0) ComplainAboutOutput(error);
  if (error == 0 && StandardStreamError(STDERR_FILENO) == 0) return exit_code;
  return exit_code != 0 ? exit_code : 1;
}

}  // namespace rt
