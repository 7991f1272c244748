#include "host/cli/run_flags.h"

#include <cstddef>
#include <functional>
#include <string>

#include "host/cli/flags.h"
#include "host/cli/service_flags.h"

namespace rt {
namespace {

ProfileOptions& Profile(RunCommand& command) {
  if (!command.run.profile.has_value()) command.run.profile.emplace();
  return *command.run.profile;
}

// "--name" and "--no-name"; the last one counts.
void AddChoice(Flags& flags, const std::string& name,
               const std::string& description, const std::string& opposite,
               const std::function<void(bool)>& set, const std::string& group) {
  flags.AddSwitch("--" + name, description, [set] { set(true); })
      ->trigger_on_parse()
      ->group(group);
  flags.AddSwitch("--no-" + name, opposite, [set] { set(false); })
      ->trigger_on_parse()
      ->group(group);
}

// "8000" and "host:8000", and no file's name.
bool IsAddress(const std::string& word) {
  const size_t port = word.rfind(':') + 1;
  return port < word.size() &&
         word.find_first_not_of("0123456789", port) == std::string::npos;
}

// The flags of `rt run`, which write into `command`.
Flags RunFlags(RunCommand& command) {
  Flags flags(
      "rt run", "[flags] SCRIPT [args]",
      "Runs SCRIPT, a JavaScript or TypeScript module, with ARGS as its "
      "arguments.\nFlags stand before the script; all that follows it "
      "is the script's.");
  flags.SetFooter(
      "A profile is read with `go tool pprof profile.pb`; each sample has "
      "the label\n`thread`, which names its realm. Each of the profiling "
      "flags turns\n--profile on. A profile is also written when "
      "the script fails, exits, or is ended\nby SIGINT, SIGTERM or SIGHUP. "
      "SIGUSR2 writes the profile so far to profile.1.pb,\nprofile.2.pb and "
      "so on.");

  flags
      .AddSwitch(
          "--profile",
          "Write a CPU profile of all realms to\nprofile.pb, in pprof's "
          "format",
          [&command] { Profile(command); }, "--profile-out")
      ->group("Profiling");
  flags
      .AddValue(
          "--profile-out", "FILE", "Write that profile to FILE",
          [&command](const std::string& path) { Profile(command).path = path; })
      ->group("Profiling");
  flags
      .AddValue("--profile-interval", "US",
                "Microseconds between two samples of a\nrealm, in steps of 100 "
                "(1000;\nfrom 100 to 1000000)",
                [&command](const std::string& text) {
                  Profile(command).interval_us = Number(text);
                })
      ->check(WholeNumber(kMinProfileIntervalUs, kMaxProfileIntervalUs,
                          "microseconds"))
      ->group("Profiling");
  AddChoice(
      flags, "profile-exact",
      "Have V8 run code only in ways that it can\ntell the lines of (on)",
      "Have the program run as without a profile;\nmost inlined functions are "
      "then lost",
      [&command](bool on) { Profile(command).exact = on; }, "Profiling");
  flags
      .AddValue("--profile-checkpoint", "SEC",
                "Write the profile so far every SEC seconds,\nfor a process "
                "that may be killed (from 1 to\n86400)",
                [&command](const std::string& text) {
                  Profile(command).checkpoint_s = Number(text);
                })
      ->check(
          WholeNumber(kMinCheckpointSeconds, kMaxCheckpointSeconds, "seconds"))
      ->group("Profiling");
  flags
      .AddValue("--max-heap", "MB",
                "Limit the heap of each realm to MB\nmegabytes; a realm that "
                "reaches it ends",
                [&command](const std::string& text) {
                  command.run.max_heap_megabytes = Number(text);
                })
      ->check(WholeNumber(kMinHeapMegabytes, kMaxHeapMegabytes, "megabytes"))
      ->group("Engine");
  flags
      .AddValue("--reactors", "N",
                "Run pooled realms on N threads (as many as\nthere are cores; "
                "from 1 to 256)",
                [&command](const std::string& text) {
                  command.run.reactors = Number(text);
                })
      ->check(WholeNumber(kMinReactors, kMaxReactors, "threads"))
      ->group("Engine");
  flags
      .AddOptional(
          "--serve", "[ADDR]",
          "Serve HTTP at ADDR, [HOST:]PORT, by fetch() of\nSCRIPT's "
          "default export (127.0.0.1:8000)",
          "127.0.0.1:8000", &IsAddress,
          [&command](const std::string& at) { command.run.serve = at; })
      ->group("Network");
  flags
      .AddValue("--loop-id", "ID",
                "Name the script's HTTP servers ID in CDN-Loop,\nby which they "
                "refuse a request that comes back\nto them (a random name)",
                [&command](const std::string& id) { command.run.loop_id = id; })
      ->group("Network");
  AddStoreFlags(flags, command.run.stores);
  AddChoice(
      flags, "enable-source-maps",
      "Show places in errors and profiles as the\nscripts' source maps "
      "have them (on)",
      "Show them as they are in the scripts",
      [&command](bool on) { command.run.source_maps = on; }, "Engine");
  AddCallFlags(flags, command.run.backends, command.run.root_certificates);
  flags
      .AddValue("--v8-flag", "FLAG",
                "Pass FLAG on to V8, as --v8-flag=--no-opt;\nmay be repeated",
                [&command](const std::string& flag) {
                  command.process.v8_flags.push_back(flag);
                })
      ->group("Engine");
  return flags;
}

}  // namespace

std::string RunHelp() {
  RunCommand unused;
  return RunFlags(unused).Help();
}

std::vector<std::string> RunFlagNames() {
  RunCommand unused;
  return RunFlags(unused).Names();
}

absl::StatusOr<RunCommand> ParseRun(absl::Span<const std::string> args) {
  RunCommand command;
  Flags flags = RunFlags(command);
  const absl::StatusOr<size_t> next = flags.Parse(args);
  if (!next.ok()) return next.status();
  if (*next == args.size()) {
    return flags.Wrong("no SCRIPT is given: rt run [flags] SCRIPT [args]");
  }
  command.run.script = args[*next];
  if (command.run.script.empty()) return flags.Wrong("'' is no script");
  command.run.args.assign(args.begin() + static_cast<ptrdiff_t>(*next) + 1,
                          args.end());
  return command;
}

}  // namespace rt
