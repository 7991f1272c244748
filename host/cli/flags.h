#ifndef HOST_CLI_FLAGS_H_
#define HOST_CLI_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace rt {

// The flags of one command, which stand before all that is none: declared once,
// for reading them and for the command's help.
class Flags {
 public:
  using Set = std::function<void(const std::string&)>;

  // `command` is such as "rt run", `usage` what follows it.
  Flags(const std::string& command, const std::string& usage,
        const std::string& description);

  // `set` is called when the flag comes. Where somebody gives it a value,
  // `with_value` is the flag that is meant; may be empty.
  CLI::Option* AddSwitch(const std::string& name,
                         const std::string& description,
                         std::function<void()> set,
                         const std::string& with_value = "");

  // A flag with a value; of several, each is set in its turn.
  CLI::Option* AddValue(const std::string& name, const std::string& value_name,
                        const std::string& description, const Set& set);

  // A flag whose value may be left out, and is `usual` then: the next word is
  // its value where `is_value` says so.
  CLI::Option* AddOptional(const std::string& name,
                           const std::string& value_name,
                           const std::string& description,
                           const std::string& usual,
                           bool (*is_value)(const std::string&),
                           const Set& set);

  void SetFooter(const std::string& text) { app_->footer(text); }

  std::string Help();

  // "--name" of each, the one for help included.
  std::vector<std::string> Names();

  // Reads the flags at the start of `args` and returns how many words they are,
  // a "--" that ends them included. InvalidArgument, with a message of one line
  // that begins with the command, where they are wrong; Cancelled where they
  // ask for help.
  absl::StatusOr<size_t> Parse(absl::Span<const std::string> args);

  // An error of the command line, in the same form.
  absl::Status Wrong(absl::string_view message) const;

 private:
  bool Has(const std::string& word);
  const CLI::Option* Find(const std::string& name);
  std::string Take(std::vector<std::string> flags);
  absl::Status TakesNoValue(const std::string& flag,
                            absl::string_view value) const;

  const std::string command_;
  std::unique_ptr<CLI::App> app_;
  // Switch -> the flag that is meant where it has a value.
  std::map<std::string, std::string> with_value_;
  struct Optional {
    std::string usual;
    bool (*is_value)(const std::string&);
  };
  std::map<std::string, Optional> optional_;
};

// As in a message of one line, whatever the bytes.
std::string Quoted(absl::string_view text);

// Takes decimal numbers within the bounds, as a CLI::Validator.
CLI::Validator WholeNumber(int64_t lowest, int64_t highest,
                           const std::string& unit);
int64_t Number(const std::string& text);

}  // namespace rt

#endif  // HOST_CLI_FLAGS_H_
