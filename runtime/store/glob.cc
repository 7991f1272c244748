#include "runtime/store/glob.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/unique_fd.h"
#include "runtime/store/attempt.h"
#include "runtime/store/folder_entries.h"
#include "runtime/store/glob_pattern.h"

namespace rt {
namespace {

using Kind = GlobPart::Kind;

// Where a match stands: behind the first `part` parts of pattern `pattern`. All
// patterns are matched at once, so that a folder is read once.
struct State {
  size_t pattern;
  size_t part;

  bool operator<(const State& other) const {
    return pattern != other.pattern ? pattern < other.pattern
                                    : part < other.part;
  }
};
using States = std::set<State>;

// A folder's identity.
using FolderId = std::pair<dev_t, ino_t>;

std::string Join(const std::string& folder, const std::string& name) {
  if (folder.empty()) return name;
  return folder.back() == '/' ? folder + name : absl::StrCat(folder, "/", name);
}

class Walk {
 public:
  Walk(const std::vector<GlobPattern>& patterns, const GlobOptions& options,
       Cancellation& cancellation)
      : patterns_(patterns), options_(options), cancellation_(cancellation) {}

  // From the root for absolute patterns, from `cwd` for the others.
  absl::Status Run() {
    States relative;
    States absolute;
    for (size_t i = 0; i < patterns_.size(); ++i) {
      Add({i, 0}, patterns_[i].is_absolute ? absolute : relative);
    }
    if (!relative.empty()) {
      struct stat info;
      const std::string cwd = OnDisk("");
      if (stat(cwd.c_str(), &info) == -1) return Failed(cwd, errno);
      if (absl::Status status = Visit("", relative); !status.ok()) {
        return status;
      }
    }
    return absolute.empty() ? absl::OkStatus() : Visit("/", absolute);
  }

  std::vector<std::string> TakeMatches() {
    std::sort(matches_.begin(), matches_.end());
    matches_.erase(std::unique(matches_.begin(), matches_.end()),
                   matches_.end());
    return std::move(matches_);
  }

 private:
  const GlobPart* PartAt(const State& state) const {
    const GlobPattern& pattern = patterns_[state.pattern];
    return state.part < pattern.parts.size() ? &pattern.parts[state.part]
                                             : nullptr;
  }

  // A state at "**" stands behind it as well.
  void Add(State state, States& states) const {
    states.insert(state);
    const GlobPart* const part = PartAt(state);
    if (part == nullptr || part->kind != Kind::kAnyDepth) return;
    // At the end, "**" matches what is below, not the folder itself.
    const State behind = {state.pattern, state.part + 1};
    if (PartAt(behind) != nullptr) states.insert(behind);
  }

  std::string OnDisk(const std::string& path) const {
    if (!path.empty() && path.front() == '/') return path;
    const std::string& cwd = options_.cwd;
    if (path.empty()) return cwd.empty() ? "." : cwd;
    return Join(cwd, path);
  }

  static absl::Status Failed(const std::string& path, int error) {
    return Attempt{"look for files in", path}.Failed(error, "open");
  }

  // Looks at what `states` ask of the folder `path`.
  absl::Status Visit(const std::string& path, const States& states) {
    if (cancellation_.requested()) return Failed(OnDisk(path), ECANCELED);
    // What is below the folder by name, and goes on with these states.
    std::map<std::string, States> named;
    bool must_list = false;
    for (const State& state : states) {
      const GlobPart* const part = PartAt(state);
      if (part == nullptr) continue;
      if (part->kind == Kind::kName) {
        Add({state.pattern, state.part + 1}, named[part->text]);
      } else {
        must_list = true;
      }
    }
    if (must_list) {
      if (absl::Status status = List(path, states, named); !status.ok()) {
        return status;
      }
    }
    // Those that the list did not have: ".", "..", and where nothing was
    // listed.
    for (const auto& [name, next] : named) {
      if (absl::Status status =
              Take(Join(path, name), FileType::kUnknown, next);
          !status.ok()) {
        return status;
      }
    }
    return absl::OkStatus();
  }

  // Takes those names out of `named` that it finds.
  absl::Status List(const std::string& path, const States& states,
                    std::map<std::string, States>& named) {
    const std::string on_disk = OnDisk(path);
    if (options_.admit) {
      if (absl::Status status = options_.admit(on_disk); !status.ok()) {
        return options_.skip_unreadable ? absl::OkStatus() : status;
      }
    }
    UniqueFd folder(RetryOnEintr([&] {
      return open(on_disk.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }));
    struct stat info;
    std::vector<FolderEntry> entries;
    int error = 0;
    if (!folder.valid() || fstat(folder.get(), &info) == -1) {
      error = errno;
    } else {
      error = ListFolder(std::move(folder), entries);
    }
    if (IsPassedOver(error)) return absl::OkStatus();
    if (error != 0) return Failed(on_disk, error);

    folders_.push_back({info.st_dev, info.st_ino});
    for (const FolderEntry& entry : entries) {
      States next;
      if (const auto found = named.find(entry.name); found != named.end()) {
        next = std::move(found->second);
        named.erase(found);
      }
      Advance(states, path, entry, next);
      if (next.empty()) continue;
      if (absl::Status status = Take(Join(path, entry.name), entry.type, next);
          !status.ok()) {
        return status;
      }
    }
    folders_.pop_back();
    return absl::OkStatus();
  }

  // What the wildcards among `states` make of an entry of the folder `path`.
  void Advance(const States& states, const std::string& path,
               const FolderEntry& entry, States& next) const {
    const bool is_hidden = entry.name.front() == '.' && !options_.dot;
    for (const State& state : states) {
      const GlobPart* const part = PartAt(state);
      if (part == nullptr || part->kind == Kind::kName) continue;
      const State behind = {state.pattern, state.part + 1};
      if (part->kind == Kind::kWildcard) {
        if (MatchesWildcard(*part, entry.name, options_.dot)) Add(behind, next);
        continue;
      }
      if (is_hidden) continue;
      if (PartAt(behind) == nullptr) next.insert(behind);
      if (IsDeeper(Join(path, entry.name), entry.type)) Add(state, next);
    }
  }

  // Whether "**" goes on in an entry.
  bool IsDeeper(const std::string& path, FileType type) const {
    if (type == FileType::kDirectory) return true;
    struct stat info;
    return type == FileType::kSymlink && options_.follow &&
           stat(OnDisk(path).c_str(), &info) == 0 &&
           std::find(folders_.begin(), folders_.end(),
                     FolderId(info.st_dev, info.st_ino)) == folders_.end();
  }

  // An entry that was matched up to `states`: a match itself, a folder to look
  // into, or both.
  absl::Status Take(const std::string& path, FileType type,
                    const States& states) {
    const std::string on_disk = OnDisk(path);
    struct stat info = {};
    if (type == FileType::kUnknown) {
      if (lstat(on_disk.c_str(), &info) == -1) {
        return IsPassedOver(errno) ? absl::OkStatus() : Failed(on_disk, errno);
      }
      type = FileTypeOfMode(info.st_mode);
    }
    const bool is_folder =
        type == FileType::kDirectory ||
        (type == FileType::kSymlink && stat(on_disk.c_str(), &info) == 0 &&
         S_ISDIR(info.st_mode));
    bool goes_on = false;
    for (const State& state : states) {
      if (PartAt(state) != nullptr) {
        goes_on = true;
      } else if (is_folder || !patterns_[state.pattern].only_folders) {
        matches_.push_back(path);
      }
    }
    return goes_on && is_folder ? Visit(path, states) : absl::OkStatus();
  }

  // Errors that mean that there is nothing to match.
  bool IsPassedOver(int error) const {
    return error == ENOENT || error == ENOTDIR || error == ELOOP ||
           (error == EACCES && options_.skip_unreadable);
  }

  const std::vector<GlobPattern>& patterns_;
  const GlobOptions& options_;
  Cancellation& cancellation_;
  std::vector<std::string> matches_;
  // Those that are being read, from the outermost on.
  std::vector<FolderId> folders_;
};

}  // namespace

absl::StatusOr<std::vector<std::string>> Glob(const std::string& pattern,
                                              const GlobOptions& options,
                                              Cancellation& cancellation) {
  const absl::StatusOr<std::vector<GlobPattern>> patterns = ParseGlob(pattern);
  if (!patterns.ok()) return patterns.status();
  const GlobLocale locale;
  Walk walk(*patterns, options, cancellation);
  if (absl::Status status = walk.Run(); !status.ok()) return status;
  return walk.TakeMatches();
}

}  // namespace rt
