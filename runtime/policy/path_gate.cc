#include "runtime/policy/path_gate.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

// As many as the kernel follows (path_resolution(7)).
constexpr int kMaxLinks = 40;

// Empty with errno set.
std::string LinkText(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t length = readlink(path.c_str(), text, sizeof(text));
  return length == -1 ? "" : std::string(text, static_cast<size_t>(length));
}

UniqueFd OpenPlace(const std::string& path, int flags) {
  return UniqueFd(RetryOnEintr(
      [&] { return open(path.c_str(), O_PATH | O_CLOEXEC | flags); }));
}

std::string Join(absl::string_view folder, absl::string_view name) {
  return folder == "/" ? absl::StrCat("/", name)
                       : absl::StrCat(folder, "/", name);
}

bool Follows(PathUse use) {
  return use != PathUse::kReadEntry && use != PathUse::kMakeEntry;
}

bool Reads(PathUse use) {
  return use == PathUse::kRead || use == PathUse::kReadEntry ||
         use == PathUse::kLoad;
}

bool IsAllowed(const Policy& policy, PathUse use, const std::string& path) {
  if (use == PathUse::kLoad) return policy.MayLoad(path);
  if (use == PathUse::kUpdate) {
    return policy.MayRead(path) && policy.MayWrite(path);
  }
  return Reads(use) ? policy.MayRead(path) : policy.MayWrite(path);
}

}  // namespace

class PathWalk {
 public:
  PathWalk(const Policy& policy, std::string path, PathUse use,
           absl::string_view tried)
      : policy_(policy), given_(std::move(path)), use_(use), tried_(tried) {}

  absl::StatusOr<CheckedPath> Run() {
    // The object itself, where that will do.
    const bool needs_object = use_ == PathUse::kRead ||
                              use_ == PathUse::kLoad ||
                              use_ == PathUse::kChange;
    if (needs_object) return Object(given_);
    return Name(given_, kMaxLinks);
  }

 private:
  absl::Status Refused(absl::string_view path) const {
    const bool lacks_read =
        Reads(use_) || (use_ == PathUse::kUpdate && !policy_.MayRead(path));
    return Denied(tried_,
                  absl::StrCat("sandbox.", lacks_read ? "read" : "write",
                               " with '", path, "'"),
                  given_);
  }

  absl::StatusOr<CheckedPath> Object(const std::string& path) const {
    CheckedPath checked;
    checked.held_ = OpenPlace(path, 0);
    if (!checked.held_.valid()) return Missing(path, errno);
    checked.path_ = DescriptorPath(checked.held_.get());
    checked.real_path_ = LinkText(checked.path_);
    if (!IsAllowed(policy_, use_, checked.real_path_)) {
      return Refused(checked.real_path_);
    }
    return checked;
  }

  // What stands at the end of `path`, which may be nothing, in its folder.
  absl::StatusOr<CheckedPath> Name(std::string path, int links) const {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    const size_t slash = path.rfind('/');
    std::string name = slash == path.npos ? path : path.substr(slash + 1);
    std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
    // These are no names in a folder.
    if (name.empty() || name == "." || name == "..") return Object(path);

    CheckedPath checked;
    checked.held_ = OpenPlace(folder, O_DIRECTORY);
    if (!checked.held_.valid()) return Missing(path, errno);
    const std::string held = DescriptorPath(checked.held_.get());
    const std::string real_folder = LinkText(held);
    checked.path_ = absl::StrCat(held, "/", name);
    checked.real_path_ = Join(real_folder, name);
    if (Follows(use_)) {
      const std::string link = LinkText(checked.path_);
      if (!link.empty()) {
        if (links == 0) {
          return ErrnoStatus(ELOOP, tried_, given_, "open");
        }
        return Name(link.front() == '/' ? link : Join(real_folder, link),
                    links - 1);
      }
    }
    // To make or remove a name changes its folder; and where nothing is yet,
    // only the folder can be granted.
    const bool is_there = OpenPlace(checked.path_, O_NOFOLLOW).valid();
    const bool is_allowed = use_ == PathUse::kMakeEntry
                                ? policy_.MayWrite(real_folder)
                                : IsAllowed(policy_, use_, checked.real_path_);
    if (!is_allowed) {
      return Refused(use_ == PathUse::kMakeEntry || !is_there
                         ? real_folder
                         : checked.real_path_);
    }
    // Of a file that alone is granted the folder takes no other file, and so
    // it is written in place: as an open file, not as a name.
    if (Follows(use_) && !policy_.MayWrite(real_folder)) {
      UniqueFd file = OpenPlace(checked.path_, O_NOFOLLOW);
      if (file.valid()) {
        checked.held_ = std::move(file);
        checked.path_ = DescriptorPath(checked.held_.get());
      }
    }
    return checked;
  }

  // An error of the system where the sandbox may know what there is: where the
  // nearest folder above that exists is granted.
  absl::Status Missing(const std::string& path, int error) const {
    std::string rest = path;
    std::string tail;
    while (true) {
      const UniqueFd place = OpenPlace(rest.empty() ? "." : rest, 0);
      if (place.valid()) {
        std::string real = LinkText(DescriptorPath(place.get()));
        if (!tail.empty()) real = Join(real, tail);
        // ".." behind what is not there leads nowhere.
        if (IsAllowed(policy_, use_, real) && !absl::StrContains(tail, "..")) {
          return ErrnoStatus(error, tried_, given_, "open");
        }
        return Refused(real);
      }
      while (rest.size() > 1 && rest.back() == '/') rest.pop_back();
      const size_t slash = rest.rfind('/');
      const std::string name =
          slash == rest.npos ? rest : rest.substr(slash + 1);
      tail = tail.empty() ? name : absl::StrCat(name, "/", tail);
      rest = slash == rest.npos ? "" : rest.substr(0, slash + 1);
    }
  }

  const Policy& policy_;
  const std::string given_;
  const PathUse use_;
  const absl::string_view tried_;
};

absl::StatusOr<CheckedPath> CheckedPath::Check(const Policy& policy,
                                               const std::string& path,
                                               PathUse use,
                                               absl::string_view tried) {
  return PathWalk(policy, path, use, tried).Run();
}

absl::Status CheckedPath::Rename(const absl::Status& status,
                                 absl::string_view given) const {
  if (status.ok()) return status;
  absl::Status renamed(status.code(),
                       absl::StrReplaceAll(status.message(), {{path_, given}}));
  for (const char* name : kErrorPayloads) {
    const std::string value = GetErrorPayload(status, name);
    if (value.empty()) continue;
    SetErrorPayload(renamed, name,
                    absl::StrReplaceAll(value, {{path_, given}}));
  }
  return renamed;
}

}  // namespace rt
