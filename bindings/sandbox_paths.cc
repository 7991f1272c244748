#include "bindings/sandbox_paths.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/path_operations.h"

namespace rt {
namespace {

constexpr char kMakeFolder[] = "make the folder";

bool HasCode(const absl::Status& status, absl::string_view code) {
  return GetErrorPayload(status, kErrorCode) == code;
}

// "" where the path has none but the root or the working folder.
std::string ParentOf(absl::string_view path) {
  while (absl::ConsumeSuffix(&path, "/")) {
  }
  const size_t slash = path.rfind('/');
  return slash == path.npos ? "" : std::string(path.substr(0, slash));
}

// One folder after the other, since each is a name in a folder that is there.
absl::Status MakeFolders(const FilePath& path, mode_t mode) {
  bool is_folder = false;
  absl::Status there =
      path.Use(PathUse::kChange, kMakeFolder, [&](const std::string& at) {
        struct stat info;
        is_folder = stat(at.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
        return absl::OkStatus();
      });
  if (there.ok() && is_folder) return absl::OkStatus();
  const auto make = [&] {
    return path.Use(
        PathUse::kMakeEntry, kMakeFolder,
        [&](const std::string& at) { return MakeFolder(at, false, mode); });
  };
  absl::Status status = make();
  if (!HasCode(status, "ENOENT")) return status;
  const std::string parent = ParentOf(path.text());
  if (parent.empty()) return status;
  if (absl::Status above = MakeFolders(path.WithText(parent), 0777);
      !above.ok()) {
    return above;
  }
  return make();
}

}  // namespace

absl::Status MakeFolderAt(const FilePath& path, bool recursive, mode_t mode) {
  if (path.policy() == nullptr) return MakeFolder(path.text(), recursive, mode);
  if (recursive) return MakeFolders(path, mode);
  return path.Use(PathUse::kMakeEntry, kMakeFolder, [&](const std::string& at) {
    return MakeFolder(at, false, mode);
  });
}

absl::Status RenameAt(const FilePath& path, const FilePath& dest) {
  if (path.policy() != nullptr &&
      dest.Check(PathUse::kReadEntry, "rename").ok()) {
    absl::Status readable = path.Check(PathUse::kReadEntry, "rename");
    if (!readable.ok()) return readable;
  }
  return path.Use(PathUse::kMakeEntry, "rename", [&](const std::string& from) {
    return dest.Use(PathUse::kMakeEntry, "rename to",
                    [&](const std::string& to) { return Rename(from, to); });
  });
}

absl::StatusOr<std::vector<std::string>> GlobAt(const std::string& pattern,
                                                const FilePath& cwd,
                                                GlobOptions options,
                                                Cancellation& cancellation) {
  options.cwd = cwd.text();
  if (cwd.policy() == nullptr) return Glob(pattern, options, cancellation);
  options.admit = [&](const std::string& folder) {
    return cwd.WithText(folder).Check(PathUse::kRead, "look for files in");
  };
  absl::StatusOr<std::vector<std::string>> matches =
      Glob(pattern, options, cancellation);
  if (!matches.ok()) return matches;
  const auto is_hidden = [&](const std::string& match) {
    const bool is_absolute = match.front() == '/' || options.cwd.empty();
    return !cwd.WithText(is_absolute ? match
                                     : absl::StrCat(options.cwd, "/", match))
                .Check(PathUse::kReadEntry, "find")
                .ok();
  };
  matches->erase(std::remove_if(matches->begin(), matches->end(), is_hidden),
                 matches->end());
  return matches;
}

}  // namespace rt
