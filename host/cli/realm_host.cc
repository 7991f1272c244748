#include "host/cli/realm_host.h"

#include <csignal>

#include "absl/strings/str_cat.h"
#include "host/cli/exit_codes.h"
#include "host/cli/print.h"

namespace rt {

int RunRealmHostCommand(const RealmHostCommand& command) {
  RealmHostOptions host = command.host;
  host.ending_signals = {SIGINT, SIGTERM, SIGHUP};
  host.warn = PrintComplaint;
  int printed = 0;
  host.on_listening = [&printed](absl::string_view at) {
    printed = PrintAsked(absl::StrCat("listening on ", at, "\n"));
  };
  absl::Status status = Initialize({});
  if (status.ok()) status = RunRealmHost(host);
  if (status.ok()) return CheckScriptOutput(printed);
  PrintReport(absl::StrCat("rt realm-host: ", status.message(), "\n"));
  return absl::IsInvalidArgument(status) ? kUsage : kFailed;
}

}  // namespace rt
