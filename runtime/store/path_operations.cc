#include "runtime/store/path_operations.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include "runtime/store/attempt.h"

namespace rt {
namespace {

bool IsFolder(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

// `path` up to the end of its folder's name, without slashes behind it; empty
// where it has no folder but the root or the working folder.
std::string Parent(const std::string& path) {
  size_t end = path.find_last_not_of('/');
  if (end != path.npos) end = path.rfind('/', end);
  if (end != path.npos) end = path.find_last_not_of('/', end);
  return end == path.npos ? "" : path.substr(0, end + 1);
}

// Makes the folders that `path` needs to be made; returns 0 or an errno. What
// another process makes meanwhile is as good.
int MakeParents(const std::string& path) {
  std::vector<std::string> missing;
  for (std::string folder = Parent(path); !folder.empty() && !IsFolder(folder);
       folder = Parent(folder)) {
    missing.push_back(folder);
  }
  while (!missing.empty()) {
    if (mkdir(missing.back().c_str(), 0777) == -1) {
      const int error = errno;
      if (!IsFolder(missing.back())) return error == EEXIST ? ENOTDIR : error;
    }
    missing.pop_back();
  }
  return 0;
}

}  // namespace

absl::Status MakeFolder(const std::string& path, bool recursive, mode_t mode) {
  const Attempt attempt = {"make the folder", path};
  if (recursive) {
    if (const int error = MakeParents(path); error != 0) {
      return attempt.Failed(error, "mkdir");
    }
  }
  if (mkdir(path.c_str(), mode) == 0) return absl::OkStatus();
  const int error = errno;
  if (recursive && error == EEXIST && IsFolder(path)) return absl::OkStatus();
  return attempt.Failed(error, "mkdir");
}

absl::Status Rename(const std::string& path, const std::string& dest) {
  if (rename(path.c_str(), dest.c_str()) == 0) return absl::OkStatus();
  return Attempt{"rename", path, &dest}.Failed(errno, "rename");
}

absl::StatusOr<std::string> RealPath(const std::string& path) {
  const std::unique_ptr<char, decltype(&free)> real(
      realpath(path.c_str(), nullptr), &free);
  if (real == nullptr)
    return Attempt{"resolve", path}.Failed(errno, "realpath");
  return real.get();
}

absl::Status MakeLink(const std::string& target, const std::string& path) {
  if (symlink(target.c_str(), path.c_str()) == 0) return absl::OkStatus();
  return Attempt{"make the link", path, &target}.Failed(errno, "symlink");
}

absl::StatusOr<std::string> ReadLink(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t length = readlink(path.c_str(), target, sizeof(target));
  if (length == -1) {
    return Attempt{"read the link", path}.Failed(errno, "readlink");
  }
  return std::string(target, static_cast<size_t>(length));
}

absl::Status ChangeMode(const std::string& path, mode_t mode) {
  if (chmod(path.c_str(), mode) == 0) return absl::OkStatus();
  return Attempt{"change the mode of", path}.Failed(errno, "chmod");
}

}  // namespace rt
