#include "host/script_entry.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/file_url.h"

namespace rt {
namespace {

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

// " did you mean app.ts?", where that is a file.
std::string Suggest(const std::string& stem) {
  for (const char* ending : {".ts", ".mts", ".js", ".mjs"}) {
    if (IsFile(stem + ending)) {
      return absl::StrCat("; did you mean ", stem, ending, "?");
    }
  }
  return "";
}

absl::Status CannotRun(int error, const std::string& script,
                       const std::string& path) {
  const absl::Status status = absl::ErrnoToStatus(error, "");
  std::string hint;
  if (error == ENOENT) hint = Suggest(path);
  if (error == EISDIR) {
    hint = Suggest(path + (absl::EndsWith(path, "/") ? "index" : "/index"));
  }
  return absl::Status(status.code(), absl::StrCat("cannot run ", script, ": ",
                                                  strerror(error), hint));
}

}  // namespace

absl::StatusOr<std::string> ScriptEntry(const std::string& script) {
  std::string path = script;
  if (absl::StartsWith(script, "file:")) {
    absl::StatusOr<std::string> from_url = FileUrlToPath(script);
    if (!from_url.ok()) return from_url.status();
    path = *std::move(from_url);
  }
  struct stat info;
  if (stat(path.c_str(), &info) == -1) return CannotRun(errno, script, path);
  if (S_ISDIR(info.st_mode)) return CannotRun(EISDIR, script, path);
  if (access(path.c_str(), R_OK) == -1) return CannotRun(errno, script, path);
  // A pipe, such as /dev/stdin may be, has no real path.
  if (S_ISREG(info.st_mode)) {
    const std::unique_ptr<char, decltype(&free)> real(
        realpath(path.c_str(), nullptr), &free);
    if (real == nullptr) return CannotRun(errno, script, path);
    return PathToFileUrl(real.get());
  }
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error) return CannotRun(error.value(), script, path);
  return PathToFileUrl(absolute.string());
}

}  // namespace rt
