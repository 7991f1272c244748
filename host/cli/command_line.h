#ifndef HOST_CLI_COMMAND_LINE_H_
#define HOST_CLI_COMMAND_LINE_H_

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "host/rt.h"

namespace rt {

// `rt run`.
struct RunCommand {
  ProcessOptions process;
  RunOptions run;
};

// What rt starts itself with for a process realm: no command for people.
struct ProcessRealmCommand {
  ProcessOptions process;
  StoreOptions stores;
  bool source_maps = true;
  std::vector<std::string> backends;
  std::string root_certificates;
};
inline constexpr char kProcessRealmCommand[] = "process-realm";
inline constexpr absl::string_view kV8FlagPrefix = "--v8-flag=";
inline constexpr absl::string_view kDataDirPrefix = "--data-dir=";
inline constexpr absl::string_view kCacheBytesPrefix = "--cache-bytes=";
inline constexpr absl::string_view kConfigPrefix = "--config=";
inline constexpr absl::string_view kSecretPrefix = "--secret=";
inline constexpr absl::string_view kNoSourceMapsFlag =
    "--no-enable-source-maps";
inline constexpr absl::string_view kBackendPrefix = "--backend=";
inline constexpr absl::string_view kCertPrefix = "--cert=";

// `rt realm-host`.
struct RealmHostCommand {
  RealmHostOptions host;
};

// `rt help`, and its other spellings.
struct HelpCommand {
  std::string text;
  // False for `rt` alone: a usage error that help answers best.
  bool asked = true;
};

// `rt --version`.
struct VersionCommand {};

// A command line that rt does not take.
struct UsageError {
  // One line, without a newline.
  std::string message;
};

using Command = std::variant<RunCommand, ProcessRealmCommand, RealmHostCommand,
                             HelpCommand, VersionCommand, UsageError>;

// What a command line asks for. `args` are the program's arguments, without its
// name: any bytes.
//
// A script's arguments are never looked at: all that follows the script is the
// script's, also "--", "-h" and the empty string. Before the script, "--" ends
// the flags.
Command ParseCommandLine(const std::vector<std::string>& args);

}  // namespace rt

#endif  // HOST_CLI_COMMAND_LINE_H_
