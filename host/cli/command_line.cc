#include "host/cli/command_line.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "host/cli/flags.h"
#include "host/cli/realm_host_flags.h"
#include "host/cli/run_flags.h"
#include "runtime/base/nearest.h"

namespace rt {
namespace {

constexpr char kRealmHost[] = "realm-host";

constexpr char kHelp[] =
    R"(rt runs JavaScript and TypeScript, and tells where the CPU time goes.

Usage:
  rt run [flags] SCRIPT [args]    run a script
  rt realm-host [flags]           run realms for programs on other machines
  rt help [command]               print this, or a command's help and flags
  rt --version                    print the version of rt and of V8

A profile over every realm of a program, in one file:
  rt run --profile app.ts
  go tool pprof profile.pb
)";

UsageError Wrong(absl::string_view message) {
  return UsageError{absl::StrCat("rt: ", message)};
}

bool LooksLikeScript(absl::string_view word) {
  for (const char* ending : {".ts", ".mts", ".js", ".mjs"}) {
    if (absl::EndsWith(word, ending)) return true;
  }
  return false;
}

// What a command's parser returned; `help` is its help.
template <typename T>
Command Parsed(absl::StatusOr<T> command, std::string (*help)()) {
  if (command.ok()) return *std::move(command);
  if (absl::IsCancelled(command.status())) return HelpCommand{help()};
  return UsageError{std::string(command.status().message())};
}

void AddNamedFile(absl::string_view word, std::vector<NamedFile>& files) {
  absl::StatusOr<NamedFile> file = ParseNamedFile(word);
  if (file.ok()) files.push_back(*std::move(file));
}

// As RealmProcessOf() (process_realm.cc) writes it: flags, then a word for
// people who look at the system's processes.
Command ProcessRealm(absl::Span<const std::string> args) {
  ProcessRealmCommand command;
  for (size_t i = 0; i + 1 < args.size(); ++i) {
    absl::string_view word = args[i];
    if (word == kNoSourceMapsFlag) {
      command.source_maps = false;
    } else if (absl::ConsumePrefix(&word, kBackendPrefix)) {
      command.backends.emplace_back(word);
    } else if (absl::ConsumePrefix(&word, kCertPrefix)) {
      command.root_certificates = std::string(word);
    } else if (absl::ConsumePrefix(&word, kDataDirPrefix)) {
      command.stores.data_folder = std::string(word);
    } else if (absl::ConsumePrefix(&word, kCacheBytesPrefix)) {
      command.stores.cache_bytes = Number(std::string(word));
    } else if (absl::ConsumePrefix(&word, kConfigPrefix)) {
      AddNamedFile(word, command.stores.configs);
    } else if (absl::ConsumePrefix(&word, kSecretPrefix)) {
      AddNamedFile(word, command.stores.secrets);
    } else if (absl::ConsumePrefix(&word, kV8FlagPrefix)) {
      command.process.v8_flags.emplace_back(word);
    }
  }
  return command;
}

Command Help(absl::Span<const std::string> args) {
  if (args.empty()) return HelpCommand{kHelp};
  if (args.size() > 1) {
    return Wrong(
        absl::StrCat("help takes one command, not also ", Quoted(args[1])));
  }
  if (args[0] == "run") return HelpCommand{RunHelp()};
  if (args[0] == kRealmHost) return HelpCommand{RealmHostHelp()};
  if (args[0] == "help") return HelpCommand{kHelp};
  return Wrong(
      absl::StrCat("no help on ", Quoted(args[0]),
                   ", which is no command; there are `rt help run` and "
                   "`rt help realm-host`"));
}

Command Unknown(const std::string& word) {
  if (absl::StartsWith(word, "-")) {
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> flags = RunFlagNames();
    flags.emplace_back("--version");
    const std::string nearest = Nearest(name, flags);
    if (nearest.empty()) {
      return Wrong(absl::StrCat("unknown flag ", Quoted(name),
                                "; `rt help` lists what there is"));
    }
    const bool global = nearest == "--version" || nearest == "--help";
    return Wrong(absl::StrCat("unknown flag ", Quoted(name),
                              "; did you mean rt ", global ? "" : "run ",
                              nearest, "?"));
  }
  if (LooksLikeScript(word)) {
    return Wrong(absl::StrCat("unknown command ", Quoted(word),
                              "; did you mean rt run ",
                              absl::Utf8SafeCEscape(word), "?"));
  }
  const std::string nearest = Nearest(word, {"run", kRealmHost, "help"});
  return Wrong(absl::StrCat(
      "unknown command ", Quoted(word),
      nearest.empty() ? "; `rt help` lists what there is"
                      : absl::StrCat("; did you mean rt ", nearest, "?")));
}

}  // namespace

Command ParseCommandLine(const std::vector<std::string>& args) {
  if (args.empty()) return HelpCommand{kHelp, /*asked=*/false};
  const absl::Span<const std::string> rest =
      absl::MakeConstSpan(args).subspan(1);
  if (args[0] == "run") return Parsed(ParseRun(rest), &RunHelp);
  if (args[0] == kRealmHost)
    return Parsed(ParseRealmHost(rest), &RealmHostHelp);
  if (args[0] == kProcessRealmCommand) return ProcessRealm(rest);
  if (args[0] == "help") return Help(rest);
  const bool version = args[0] == "--version";
  const bool help = args[0] == "--help" || args[0] == "-h";
  if ((version || help) && !rest.empty()) {
    return Wrong(
        absl::StrCat(args[0], " stands alone, without ", Quoted(rest[0])));
  }
  if (version) return VersionCommand{};
  if (help) return HelpCommand{kHelp};
  return Unknown(args[0]);
}

}  // namespace rt
