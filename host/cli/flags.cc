#include "host/cli/flags.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "runtime/base/nearest.h"

namespace rt {
namespace {

// Names what follows the flags, which CLI11 does not see.
class Formatter : public CLI::Formatter {
 public:
  explicit Formatter(std::string usage) : usage_(std::move(usage)) {}

 private:
  std::string make_usage(const CLI::App* /*app*/,
                         std::string /*name*/) const override {
    return "Usage: " + usage_ + "\n";
  }

  const std::string usage_;
};

}  // namespace

std::string Quoted(absl::string_view text) {
  return absl::StrCat("'", absl::Utf8SafeCEscape(text), "'");
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

Flags::Flags(const std::string& command, const std::string& usage,
             const std::string& description)
    : command_(command),
      app_(std::make_unique<CLI::App>(description, command)) {
  app_->formatter(
      std::make_shared<Formatter>(absl::StrCat(command, " ", usage)));
  app_->get_formatter()->column_width(29);
  app_->set_help_flag("-h,--help", "Print this help");
}

CLI::Option* Flags::AddSwitch(const std::string& name,
                              const std::string& description,
                              std::function<void()> set,
                              const std::string& with_value) {
  if (!with_value.empty()) with_value_[name] = with_value;
  return app_->add_flag_callback(name, std::move(set), description);
}

CLI::Option* Flags::AddValue(const std::string& name,
                             const std::string& value_name,
                             const std::string& description, const Set& set) {
  return app_->add_option_function<std::string>(name, set, description)
      ->type_name(value_name)
      ->trigger_on_parse();
}

CLI::Option* Flags::AddOptional(const std::string& name,
                                const std::string& value_name,
                                const std::string& description,
                                const std::string& usual,
                                bool (*is_value)(const std::string&),
                                const Set& set) {
  optional_[name] = {usual, is_value};
  return AddValue(name, value_name, description, set);
}

// CLI11 sets its groups two empty lines apart, and none before the usage.
std::string Flags::Help() {
  return absl::StrReplaceAll(app_->help(),
                             {{"\n\n\n", "\n\n"}, {"\nUsage", "\n\nUsage"}});
}

absl::Status Flags::Wrong(absl::string_view message) const {
  return absl::InvalidArgumentError(absl::StrCat(command_, ": ", message));
}

absl::Status Flags::TakesNoValue(const std::string& flag,
                                 absl::string_view value) const {
  const auto meant = with_value_.find(flag);
  return Wrong(
      absl::StrCat(flag, " takes no value",
                   meant == with_value_.end()
                       ? ""
                       : absl::StrCat("; did you mean ", meant->second, "=",
                                      absl::Utf8SafeCEscape(value), "?")));
}

// `word` is "--name" or "--name=value" of a flag that there is.
bool Flags::Has(const std::string& word) {
  return Find(word.substr(0, word.find('='))) != nullptr;
}

// Null for what is no flag.
const CLI::Option* Flags::Find(const std::string& name) {
  return app_->get_option_no_throw(name);
}

std::vector<std::string> Flags::Names() {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options({})) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back(absl::StrCat("--", name));
    }
  }
  return names;
}

// `flags` are "--name" and "--name=value", all of them known. Empty, or what is
// wrong with one of them.
std::string Flags::Take(std::vector<std::string> flags) {
  // CLI11 takes a vector from its end.
  std::reverse(flags.begin(), flags.end());
  try {
    app_->parse(std::move(flags));
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return "";
}

absl::StatusOr<size_t> Flags::Parse(absl::Span<const std::string> args) {
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
    const CLI::Option* const option = Find(name);
    if (option == nullptr) {
      const std::string nearest = Nearest(name, Names());
      return Wrong(absl::StrCat(
          "unknown flag ", Quoted(name),
          nearest.empty()
              ? absl::StrCat("; `rt help ", absl::StripPrefix(command_, "rt "),
                             "` lists the flags")
              : absl::StrCat("; did you mean ", nearest, "?")));
    }
    if (option->get_items_expected_max() == 0) {
      if (joined) return TakesNoValue(name, word.substr(equals + 1));
      words.push_back(word);
      continue;
    }
    const auto optional = optional_.find(name);
    if (optional != optional_.end() && !joined) {
      const bool has_value =
          next + 1 < args.size() && optional->second.is_value(args[next + 1]);
      words.push_back(absl::StrCat(
          name, "=", has_value ? args[++next] : optional->second.usual));
      continue;
    }
    // What is plainly a flag is no value; "=" makes it one.
    const bool missing =
        !joined && (next + 1 == args.size() || Has(args[next + 1]));
    const std::string value = joined    ? word.substr(equals + 1)
                              : missing ? ""
                                        : args[++next];
    if (value.empty()) {
      return Wrong(absl::StrCat(name, " needs a value: ", name, " ",
                                option->get_type_name()));
    }
    words.push_back(absl::StrCat(name, "=", value));
  }
  const std::string wrong = Take(std::move(words));
  if (!wrong.empty()) return Wrong(wrong);
  return next;
}

}  // namespace rt
