// rt: the command line.

#include <csignal>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "host/cli/command_line.h"
#include "host/cli/exit_codes.h"
#include "host/cli/print.h"
#include "host/cli/process_realm.h"
#include "host/cli/realm_host.h"
#include "host/cli/run.h"
#include "host/rt.h"
#include "runtime/base/memory.h"

namespace rt {
namespace {

int Do(const RunCommand& command) { return RunCommandLine(command); }

int Do(const ProcessRealmCommand& command) {
  return RunProcessRealmCommand(command);
}

int Do(const RealmHostCommand& command) { return RunRealmHostCommand(command); }

int Do(const HelpCommand& command) {
  if (command.asked) return PrintAsked(command.text);
  PrintReport(command.text);
  return kUsage;
}

int Do(const VersionCommand& /*command*/) {
  const VersionInfo version = Version();
  return PrintAsked(absl::StrCat(
      "rt ", version.rt,
      version.revision.empty() ? "" : absl::StrCat(" (", version.revision, ")"),
      "\nv8 ", version.v8, "\nbuild ", version.build, ", ", version.compiler,
      "\n"));
}

int Do(const UsageError& error) {
  PrintReport(absl::StrCat(error.message, "\n"));
  return kUsage;
}

}  // namespace
}  // namespace rt

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  rt::KeepFreeMemory();
  // A program may be started without even its name.
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  const rt::Command command = rt::ParseCommandLine(args);
  return std::visit([](const auto& each) { return rt::Do(each); }, command);
}
