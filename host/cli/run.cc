#include "host/cli/run.h"

#include <unistd.h>

#include <csignal>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "host/cli/error_report.h"
#include "host/cli/exit_codes.h"
#include "host/cli/print.h"
#include "host/cli/process_realm.h"

namespace rt {
namespace {

// Why the script ended, where that is not its own doing.
void PrintEnding(const RunReport& report) {
  const ReportStyle style = StandardErrorStyle();
  switch (report.ending) {
    case RunReport::Ending::kCompleted:
    case RunReport::Ending::kExited:
    case RunReport::Ending::kSignal:
      return;
    case RunReport::Ending::kError:
      PrintReport(ErrorReport(*report.error, style));
      return;
    case RunReport::Ending::kOutOfMemory:
      PrintComplaint(
          absl::StrCat(report.error->message, "; --max-heap MB sets another"));
      return;
    case RunReport::Ending::kUnsettledAwait: {
      const std::string place = PlaceReport(*report.error, style);
      if (!place.empty()) PrintReport(absl::StrCat(place, "\n"));
      PrintComplaint(report.error->message);
      return;
    }
  }
}

// One line on the profile, `then` at its end. Whether it was written.
bool PrintProfile(const absl::StatusOr<ProfileSummary>& profile,
                  absl::string_view then = "") {
  if (!profile.ok()) {
    PrintComplaint(profile.status().message());
    return false;
  }
  const auto count = [](int64_t number, absl::string_view what) {
    return absl::StrCat(number, " ", what, number == 1 ? "" : "s");
  };
  std::string line = absl::StrFormat(
      "%s: %s, %s, %.2f s of CPU%s", profile->path,
      count(profile->realms, "realm"), count(profile->samples, "sample"),
      static_cast<double>(profile->cpu_ns) / 1e9, then);
  if (profile->incomplete != 0) {
    absl::StrAppend(&line, "; the last part is missing of ",
                    count(profile->incomplete, "realm"));
  }
  if (const int64_t outside = profile->realms_outside; outside != 0) {
    absl::StrAppend(&line, "; not in it: ", count(outside, "realm"),
                    outside == 1 ? " that ran in another process"
                                 : " that ran in other processes");
  }
  PrintReport(absl::StrCat(line, "\n"));
  return true;
}

// While the script runs nobody waits for a terminal that takes no text: a
// thread that did could not be ended.
void PrintPart(const absl::StatusOr<ProfileSummary>& profile) {
  if (StandardErrorTakesText()) PrintProfile(profile, " so far");
}

void PrintWarning(absl::string_view message) {
  if (StandardErrorTakesText()) PrintComplaint(message);
}

// So that whoever waits for this process learns what ended it. Returns where
// the signal is blocked.
void DieBy(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

// Says how the script ended. The exit code; does not return where a signal
// ended it.
int Conclude(const RunReport& report, bool is_profiled) {
  // Whoever sends a signal waits for an end, and not for someone to read.
  if (report.signal != 0 && !StandardErrorTakesText()) DieBy(report.signal);
  PrintEnding(report);
  int exit_code = report.exit_code;
  if (is_profiled && !PrintProfile(report.profile)) exit_code = kFailed;
  exit_code = CheckScriptOutput(exit_code);
  if (report.signal != 0) DieBy(report.signal);
  return exit_code;
}

// Ends the process while realms are still at work in it.
[[noreturn]] void Abandon(const RunReport& report, bool is_profiled) {
  if (StandardErrorTakesText()) {
    PrintComplaint(
        "a realm cannot be ended, since it is in a native function that takes "
        "very long: the process ends without it");
  }
  _exit(Conclude(report, is_profiled));
}

}  // namespace

int RunCommandLine(const RunCommand& command) {
  ProcessOptions process = command.process;
  RunOptions run = command.run;
  run.realm_process =
      RealmProcessOf({.process = command.process,
                      .stores = run.stores,
                      .source_maps = run.source_maps,
                      .backends = run.backends,
                      .root_certificates = run.root_certificates});
  if (run.profile.has_value()) {
    run.profile->on_part = PrintPart;
    process.exact_profiles = run.profile->exact;
    // Ctrl-C ends most of the programs that are worth a profile.
    run.ending_signals = {SIGINT, SIGTERM, SIGHUP};
  }
  if (absl::Status status = Initialize(process); !status.ok()) {
    PrintReport(absl::StrCat("rt run: --v8-flag: ", status.message(), "\n"));
    return kUsage;
  }
  run.warn = PrintWarning;
  run.abandon = [is_profiled = run.profile.has_value()](
                    const RunReport& report) { Abandon(report, is_profiled); };
  const absl::StatusOr<RunReport> report = Run(run);
  if (!report.ok()) {
    PrintComplaint(report.status().message());
    return kFailed;
  }
  return Conclude(*report, run.profile.has_value());
}

}  // namespace rt
