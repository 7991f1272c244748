#include "host/cli/run_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runtime/base/nearest.h"

namespace rt {
namespace {

// As in a message of one line, whatever the bytes.
std::string Quoted(absl::string_view text) {
  return absl::StrCat("'", absl::Utf8SafeCEscape(text), "'");
}

absl::Status Wrong(absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat("rt run: ", message));
}

absl::Status TakesNoValue(const std::string& flag, absl::string_view value) {
  return Wrong(absl::StrCat(
      flag, " takes no value",
      flag != "--profile" ? ""
                          : absl::StrCat("; did you mean --profile-out=",
                                         absl::Utf8SafeCEscape(value), "?")));
}

// Takes decimal numbers only: CLI11's own integers also take 0x10, and 010 for
// eight. What it returns is CLI11's: empty, or what is wrong.
CLI::Validator WholeNumber(int64_t lowest, int64_t highest,
                           const std::string& unit) {
  const auto check = [=](const std::string& text) -> std::string {
    int64_t value = 0;
    const bool digits = !text.empty() && std::all_of(text.begin(), text.end(),
                                                     absl::ascii_isdigit);
    // A number too large for int64_t is saturated.
    if (digits) static_cast<void>(absl::SimpleAtoi(text, &value));
    if (digits && value >= lowest && value <= highest) return "";
    const std::string nearest =
        digits ? absl::StrCat("; the nearest is ",
                              std::clamp(value, lowest, highest))
               : "";
    return absl::StrCat(Quoted(text), " is not a whole number of ", unit,
                        " from ", lowest, " to ", highest, nearest);
  };
  return CLI::Validator(check, "");
}

int64_t Number(const std::string& text) {
  int64_t value = 0;
  static_cast<void>(absl::SimpleAtoi(text, &value));
  return value;
}

// Names the script and its arguments, which CLI11 does not see.
class Formatter : public CLI::Formatter {
  std::string make_usage(const CLI::App* /*app*/,
                         std::string /*name*/) const override {
    return "Usage: rt run [flags] SCRIPT [args]\n";
  }
};

// Declares the flags of `rt run`, which write into `command`.
class RunFlags {
 public:
  explicit RunFlags(RunCommand& command)
      : app_(
            "Runs SCRIPT, a JavaScript or TypeScript module, with ARGS as its "
            "arguments.\nFlags stand before the script; all that follows it "
            "is the script's.",
            "rt run") {
    app_.formatter(std::make_shared<Formatter>());
    app_.get_formatter()->column_width(29);
    app_.set_help_flag("-h,--help", "Print this help");
    app_.footer(
        "A profile is read with `go tool pprof profile.pb`; each sample has "
        "the label\n`thread`, which names its realm. --profile-out and "
        "--profile-interval turn\n--profile on. A profile is also written when "
        "the script fails, exits, or is ended\nby SIGINT, SIGTERM or SIGHUP.");

    app_.add_flag_callback(
            "--profile", [&command] { Profile(command); },
            "Write a CPU profile of all realms to\nprofile.pb, in pprof's "
            "format")
        ->group("Profiling");
    AddValue(
        "--profile-out", "FILE", "Write that profile to FILE",
        [&command](const std::string& path) { Profile(command).path = path; })
        ->group("Profiling");
    AddValue("--profile-interval", "US",
             "Microseconds between two samples of a\nrealm, in steps of 100 "
             "(1000;\nfrom 100 to 1000000)",
             [&command](const std::string& text) {
               Profile(command).interval_us = Number(text);
             })
        ->check(WholeNumber(kMinProfileIntervalUs, kMaxProfileIntervalUs,
                            "microseconds"))
        ->group("Profiling");
    AddValue("--max-heap", "MB",
             "Limit the heap of each realm to MB\nmegabytes; a realm that "
             "reaches it ends",
             [&command](const std::string& text) {
               command.run.max_heap_megabytes = Number(text);
             })
        ->check(WholeNumber(kMinHeapMegabytes, kMaxHeapMegabytes, "megabytes"))
        ->group("Engine");
    AddValue("--reactors", "N",
             "Run pooled realms on N threads (as many as\nthere are cores; "
             "from 1 to 256)",
             [&command](const std::string& text) {
               command.run.reactors = Number(text);
             })
        ->check(WholeNumber(kMinReactors, kMaxReactors, "threads"))
        ->group("Engine");
    AddValue("--v8-flag", "FLAG",
             "Pass FLAG on to V8, as --v8-flag=--no-opt;\nmay be repeated",
             [&command](const std::string& flag) {
               command.process.v8_flags.push_back(flag);
             })
        ->group("Engine");
  }

  // CLI11 sets its groups two empty lines apart, and none before the usage.
  std::string Help() {
    return absl::StrReplaceAll(app_.help(),
                               {{"\n\n\n", "\n\n"}, {"\nUsage", "\n\nUsage"}});
  }

  // `word` is "--name" or "--name=value" of a flag that there is.
  bool Has(const std::string& word) {
    return Find(word.substr(0, word.find('='))) != nullptr;
  }

  // Null for what is no flag.
  const CLI::Option* Find(const std::string& name) {
    return app_.get_option_no_throw(name);
  }

  std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_.get_options({})) {
      for (const std::string& name : option->get_lnames()) {
        names.push_back(absl::StrCat("--", name));
      }
    }
    return names;
  }

  // `flags` are "--name" and "--name=value", all of them known. Empty, or what
  // is wrong with one of them.
  std::string Parse(std::vector<std::string> flags) {
    // CLI11 takes a vector from its end.
    std::reverse(flags.begin(), flags.end());
    try {
      app_.parse(std::move(flags));
    } catch (const CLI::ParseError& error) {
      return error.what();
    }
    return "";
  }

 private:
  static ProfileOptions& Profile(RunCommand& command) {
    if (!command.run.profile.has_value()) command.run.profile.emplace();
    return *command.run.profile;
  }

  // A flag with a value; of several, each is set in its turn.
  CLI::Option* AddValue(const std::string& name, const std::string& value_name,
                        const std::string& description,
                        const std::function<void(const std::string&)>& set) {
    return app_.add_option_function<std::string>(name, set, description)
        ->type_name(value_name)
        ->trigger_on_parse();
  }

  CLI::App app_;
};

}  // namespace

std::string RunHelp() {
  RunCommand unused;
  return RunFlags(unused).Help();
}

absl::StatusOr<RunCommand> ParseRun(absl::Span<const std::string> args) {
  RunCommand command;
  RunFlags flags(command);
  // CLI11 looks for flags behind positionals too, and takes "--" out. It is
  // handed the flags only, and each with its value in one word.
  std::vector<std::string> words;
  size_t next = 0;
  for (; next < args.size(); ++next) {
    const std::string& word = args[next];
    if (word == "--") {
      ++next;
      break;
    }
    if (!absl::StartsWith(word, "-") || word == "-") break;
    const size_t equals = word.find('=');
    const bool joined = equals != std::string::npos;
    const std::string name = word.substr(0, equals);
    if (name == "-h" || name == "--help") return absl::CancelledError();
    const CLI::Option* const option = flags.Find(name);
    if (option == nullptr) {
      const std::string nearest = Nearest(name, flags.Names());
      return Wrong(absl::StrCat(
          "unknown flag ", Quoted(name),
          nearest.empty() ? "; `rt help run` lists the flags"
                          : absl::StrCat("; did you mean ", nearest, "?")));
    }
    if (option->get_items_expected_max() == 0) {
      if (joined) return TakesNoValue(name, word.substr(equals + 1));
      words.push_back(word);
      continue;
    }
    // What is plainly a flag is no value; "=" makes it one.
    const bool missing =
        !joined && (next + 1 == args.size() || flags.Has(args[next + 1]));
    const std::string value = joined    ? word.substr(equals + 1)
                              : missing ? ""
                                        : args[++next];
    if (value.empty()) {
      return Wrong(absl::StrCat(name, " needs a value: ", name, " ",
                                option->get_type_name()));
    }
    words.push_back(absl::StrCat(name, "=", value));
  }
  const std::string wrong = flags.Parse(std::move(words));
  if (!wrong.empty()) return Wrong(wrong);
  if (next == args.size()) {
    return Wrong("no SCRIPT is given: rt run [flags] SCRIPT [args]");
  }
  command.run.script = args[next];
  if (command.run.script.empty()) return Wrong("'' is no script");
  command.run.args.assign(args.begin() + static_cast<ptrdiff_t>(next) + 1,
                          args.end());
  return command;
}

}  // namespace rt
