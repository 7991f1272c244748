#include "runtime/engine/v8_flags.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <v8-initialization.h>

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "runtime/base/eintr.h"
#include "runtime/base/nearest.h"
#include "runtime/base/unique_fd.h"
#include "runtime/base/write_all.h"

namespace rt {
namespace {

std::string ReadToEnd(int fd) {
  std::string text;
  char piece[4096];
  ssize_t count;
  while ((count = RetryOnEintr(
              [&] { return read(fd, piece, sizeof(piece)); })) > 0) {
    text.append(piece, static_cast<size_t>(count));
  }
  return text;
}

// Whether V8 took it.
bool Take(std::string flag) {
  char program[] = "rt";
  char* words[] = {program, flag.data(), nullptr};
  int count = 2;
  // V8 leaves in the vector what it does not take.
  v8::V8::SetFlagsFromCommandLine(&count, words, /*remove_flags=*/true);
  return count == 1;
}

// What `body` writes to standard error. Nothing is caught where the system has
// no descriptor for it.
template <typename Body>
std::string CatchStandardError(Body body) {
  const UniqueFd caught(memfd_create("rt-v8-flags", MFD_CLOEXEC));
  const UniqueFd before(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3));
  if (!caught.valid() || !before.valid()) {
    body();
    return "";
  }
  dup2(caught.get(), STDERR_FILENO);
  body();
  dup2(before.get(), STDERR_FILENO);
  lseek(caught.get(), 0, SEEK_SET);
  return ReadToEnd(caught.get());
}

// The help that V8 prints for --help, and then calls exit(3). Empty where the
// system has no process for it.
std::string HelpText() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == -1) return "";
  const UniqueFd out(ends[0]);
  UniqueFd in(ends[1]);
  const pid_t child = fork();
  if (child == 0) {
    dup2(in.get(), STDOUT_FILENO);
    Take("--help");
    _exit(0);
  }
  in = UniqueFd();
  if (child == -1) return "";
  std::string text = ReadToEnd(out.get());
  RetryOnEintr([&] { return waitpid(child, nullptr, 0); });
  return text;
}

std::vector<std::string> FlagNames() {
  std::vector<std::string> names;
  const std::string help = HelpText();
  // Before that, it explains what flags look like.
  absl::string_view rest = help;
  rest.remove_prefix(std::min(help.size(), help.find("Options:")));
  for (absl::string_view line : absl::StrSplit(rest, '\n')) {
    if (!absl::ConsumePrefix(&line, "  --")) continue;
    names.emplace_back(line.substr(0, line.find(' ')));
  }
  return names;
}

// "; did you mean --max-lazy?", or nothing.
std::string Suggestion(absl::string_view flag) {
  absl::string_view value;
  if (const size_t equals = flag.find('='); equals != flag.npos) {
    value = flag.substr(equals);
    flag = flag.substr(0, equals);
  }
  // V8 takes both - and _.
  std::string name = absl::StrReplaceAll(flag, {{"_", "-"}});
  name.erase(0, std::min(name.size(), name.find_first_not_of('-')));
  const bool negated = absl::StartsWith(name, "no-");
  if (negated) name.erase(0, 3);
  const std::string nearest = Nearest(name, FlagNames());
  if (nearest.empty()) return "";
  return absl::StrCat("; did you mean --", negated ? "no-" : "", nearest, value,
                      "?");
}

}  // namespace

absl::Status SetV8Flag(const std::string& flag) {
  bool taken = false;
  const std::string said = CatchStandardError([&] { taken = Take(flag); });
  if (taken) {
    // A warning.
    WriteAll(STDERR_FILENO, said);
    return absl::OkStatus();
  }
  absl::string_view reason = said;
  if (absl::ConsumePrefix(&reason, "Error: ")) {
    return absl::InvalidArgumentError(reason.substr(0, reason.find('\n')));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("V8 has no flag '", flag, "'", Suggestion(flag)));
}

}  // namespace rt
