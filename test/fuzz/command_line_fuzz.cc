// Whatever words rt is started with: an error is one line, the script's
// arguments come through as they are, and the same words always mean the same.
//
// The words of an input are its lines.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "host/cli/command_line.h"
#include "runtime/base/check.h"

namespace rt {
namespace {

void CheckRun(const std::vector<std::string>& words,
              const RunCommand& command) {
  RT_CHECK(words.at(0) == "run");
  // The script and its arguments are the last words.
  const std::vector<std::string>& args = command.run.args;
  RT_CHECK(words.size() >= args.size() + 2);
  RT_CHECK(std::equal(args.rbegin(), args.rend(), words.rbegin()));
  RT_CHECK(words[words.size() - args.size() - 1] == command.run.script);

  // What stands before the script decides alone.
  std::vector<std::string> other(
      words.begin(), words.end() - static_cast<ptrdiff_t>(args.size()));
  other.push_back("--profile");
  const Command again = ParseCommandLine(other);
  const auto* run = std::get_if<RunCommand>(&again);
  RT_CHECK(run != nullptr && run->run.script == command.run.script);
  RT_CHECK(run->run.args == std::vector<std::string>{"--profile"});
  RT_CHECK(run->run.profile.has_value() == command.run.profile.has_value());
  RT_CHECK(run->run.max_heap_megabytes == command.run.max_heap_megabytes);
  RT_CHECK(run->process.v8_flags == command.process.v8_flags);

  if (command.run.profile.has_value()) {
    RT_CHECK(!command.run.profile->path.empty());
    RT_CHECK(command.run.profile->interval_us >= kMinProfileIntervalUs);
    RT_CHECK(command.run.profile->interval_us <= kMaxProfileIntervalUs);
  }
}

void CheckError(const UsageError& error) {
  RT_CHECK(!error.message.empty());
  for (const char c : error.message) {
    RT_CHECK(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  }
}

}  // namespace
}  // namespace rt

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> words = absl::StrSplit(text, '\n');
  const rt::Command command = rt::ParseCommandLine(words);
  if (const auto* run = std::get_if<rt::RunCommand>(&command)) {
    rt::CheckRun(words, *run);
  } else if (const auto* error = std::get_if<rt::UsageError>(&command)) {
    rt::CheckError(*error);
  }
  return 0;
}
