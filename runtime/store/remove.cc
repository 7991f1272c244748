#include "runtime/store/remove.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/unique_fd.h"
#include "runtime/store/attempt.h"
#include "runtime/store/folder_entries.h"

namespace rt {
namespace {

absl::Status Failed(const std::string& path, int error, const char* syscall) {
  return Attempt{"remove", path}.Failed(error, syscall);
}

UniqueFd OpenFolder(int at, const char* name) {
  return UniqueFd(RetryOnEintr([&] {
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }));
}

// One that is being emptied.
struct Folder {
  std::string path;  // for messages
  std::string name;  // in the folder above
  dev_t device;
  ino_t inode;
  // The folders in it that are left.
  std::vector<std::string> folders;
};

// Empties a folder without using more than a few descriptors, however deep it
// is: it keeps only the one open that it is in, and finds the way up by "..",
// which it checks, as a folder may be moved meanwhile.
class Emptier {
 public:
  Emptier(UniqueFd folder, Cancellation& cancellation)
      : here_(std::move(folder)), cancellation_(cancellation) {}

  absl::Status Run(const std::string& path) {
    absl::Status status = Enter(path, "");
    while (status.ok()) {
      if (cancellation_.requested()) return Failed(path, ECANCELED, "unlink");
      Folder& folder = above_.back();
      if (!folder.folders.empty()) {
        const std::string name = std::move(folder.folders.back());
        folder.folders.pop_back();
        status = Descend(absl::StrCat(folder.path, "/", name), name);
      } else if (above_.size() == 1) {
        return absl::OkStatus();
      } else {
        status = Ascend();
      }
    }
    return status;
  }

 private:
  // Removes all files of the folder that `here_` is.
  absl::Status Enter(std::string path, std::string name) {
    struct stat info;
    if (fstat(here_.get(), &info) == -1) return Failed(path, errno, "fstat");
    // Listing takes a descriptor of its own.
    UniqueFd listed = OpenFolder(here_.get(), ".");
    if (!listed.valid()) return Failed(path, errno, "open");
    std::vector<FolderEntry> entries;
    if (const int error = ListFolder(std::move(listed), entries); error != 0) {
      return Failed(path, error, "getdents64");
    }
    Folder folder = {
        std::move(path), std::move(name), info.st_dev, info.st_ino, {}};
    for (FolderEntry& entry : entries) {
      if (entry.type == FileType::kDirectory) {
        folder.folders.push_back(std::move(entry.name));
      } else if (unlinkat(here_.get(), entry.name.c_str(), 0) == -1 &&
                 errno != ENOENT) {
        return Failed(absl::StrCat(folder.path, "/", entry.name), errno,
                      "unlink");
      }
    }
    above_.push_back(std::move(folder));
    return absl::OkStatus();
  }

  absl::Status Descend(const std::string& path, const std::string& name) {
    UniqueFd folder = OpenFolder(here_.get(), name.c_str());
    if (folder.valid()) {
      here_ = std::move(folder);
      return Enter(path, name);
    }
    switch (errno) {
      case ENOENT:
        return absl::OkStatus();
      case ENOTDIR:
      case ELOOP:
        // Something else is there by now.
        if (unlinkat(here_.get(), name.c_str(), 0) == 0) {
          return absl::OkStatus();
        }
        return Failed(path, errno, "unlink");
      default:
        return Failed(path, errno, "open");
    }
  }

  // Goes back to the folder above and removes the one that it comes from.
  absl::Status Ascend() {
    const Folder emptied = std::move(above_.back());
    above_.pop_back();
    const Folder& folder = above_.back();
    UniqueFd up = OpenFolder(here_.get(), "..");
    struct stat info;
    if (!up.valid() || fstat(up.get(), &info) == -1) {
      return Failed(emptied.path, errno, "open");
    }
    if (info.st_dev != folder.device || info.st_ino != folder.inode) {
      // It was moved elsewhere while it was being emptied.
      return Failed(emptied.path, ESTALE, "open");
    }
    here_ = std::move(up);
    if (unlinkat(here_.get(), emptied.name.c_str(), AT_REMOVEDIR) == -1 &&
        errno != ENOENT) {
      return Failed(emptied.path, errno, "rmdir");
    }
    return absl::OkStatus();
  }

  UniqueFd here_;
  Cancellation& cancellation_;
  std::vector<Folder> above_;  // from the outermost to where `here_` is
};

// Whether the last part is "." or "..", for which rmdir(2) fails, but only when
// the folder has been emptied.
bool EndsInDots(const std::string& path) {
  const size_t end = path.find_last_not_of('/');
  if (end == path.npos || path[end] != '.') return false;
  const std::string part =
      path.substr(path.rfind('/', end) + 1, end - path.rfind('/', end));
  return part == "." || part == "..";
}

absl::Status Empty(const std::string& path, Cancellation& cancellation) {
  if (EndsInDots(path)) return Failed(path, EINVAL, "rmdir");
  UniqueFd folder = OpenFolder(AT_FDCWD, path.c_str());
  if (!folder.valid()) return Failed(path, errno, "open");
  return Emptier(std::move(folder), cancellation).Run(path);
}

}  // namespace

absl::Status Remove(const std::string& path, const RemoveOptions& options,
                    Cancellation& cancellation) {
  const auto done = [&](int error) {
    return error == 0 || (error == ENOENT && options.force);
  };
  if (unlink(path.c_str()) == 0) return absl::OkStatus();
  int error = errno;
  // For a folder, unlink(2) says EISDIR, and EPERM where POSIX is followed.
  struct stat info;
  const bool is_folder = (error == EISDIR || error == EPERM) &&
                         lstat(path.c_str(), &info) == 0 &&
                         S_ISDIR(info.st_mode);
  if (!is_folder) {
    return done(error) ? absl::OkStatus() : Failed(path, error, "unlink");
  }
  // Before emptying it, so that the root and mount points are refused (EBUSY).
  error = rmdir(path.c_str()) == 0 ? 0 : errno;
  if (options.recursive && (error == ENOTEMPTY || error == EEXIST)) {
    absl::Status status = Empty(path, cancellation);
    if (!status.ok()) return status;
    error = rmdir(path.c_str()) == 0 ? 0 : errno;
  }
  return done(error) ? absl::OkStatus() : Failed(path, error, "rmdir");
}

}  // namespace rt
