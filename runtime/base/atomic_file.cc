#include "runtime/base/atomic_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

// The folder that a path's last part lies in.
std::string Folder(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string Advice(int error, const std::string& path) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::StrCat("make the folder ", Folder(path),
                          " first or choose another file");
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StrCat(
          "choose a file in a folder that you may write to, or "
          "get leave to write to ",
          Folder(path));
    case ENOSPC:
    case EDQUOT:
      return "free some space or choose a file on another disk";
    case EFBIG:
      return "raise the file size limit (ulimit -f) or choose another disk";
    case EISDIR:
      return "that is a folder: name a file in it";
    case ENAMETOOLONG:
      return "choose a shorter name";
    case EMFILE:
    case ENFILE:
      return "too many files are open: raise the limit (ulimit -n)";
    default:
      return "choose another file";
  }
}

absl::Status Error(int error, const std::string& path) {
  const absl::Status status = absl::ErrnoToStatus(error, "");
  return absl::Status(status.code(),
                      absl::StrCat("can't write ", path, ": ", strerror(error),
                                   "; ", Advice(error, path)));
}

// A name for a temporary file beside `target`, short enough to fit wherever a
// name of any length does.
std::string TemporaryName(const std::string& target) {
  static std::atomic<uint64_t> count = 0;
  return absl::StrCat(Folder(target), "/.rt-", getpid(), "-", ++count, ".tmp");
}

}  // namespace

absl::StatusOr<AtomicFile> AtomicFile::Create(std::string path) {
  std::string target = path;
  if (const std::unique_ptr<char, decltype(&free)> real(
          realpath(path.c_str(), nullptr), &free);
      real != nullptr) {
    target = real.get();
  }

  std::optional<mode_t> old_mode;
  struct stat old;
  if (stat(target.c_str(), &old) == 0) {
    if (S_ISDIR(old.st_mode)) return Error(EISDIR, path);
    if (!S_ISREG(old.st_mode)) {
      const int fd = RetryOnEintr(
          [&] { return open(target.c_str(), O_WRONLY | O_CLOEXEC); });
      if (fd == -1) return Error(errno, path);
      return AtomicFile(std::move(path), std::move(target), "", fd);
    }
    old_mode = old.st_mode & 07777;
  }

  // A name may be taken by the leftover of a process that was killed.
  std::string temporary;
  int fd = -1;
  do {
    temporary = TemporaryName(target);
    fd = RetryOnEintr([&] {
      return open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                  0666);
    });
  } while (fd == -1 && errno == EEXIST);
  if (fd == -1) return Error(errno, path);
  AtomicFile file(std::move(path), std::move(target), std::move(temporary), fd);
  if (old_mode && fchmod(fd, *old_mode) == -1) return Error(errno, file.path_);
  return file;
}

AtomicFile::AtomicFile(std::string path, std::string target,
                       std::string temporary, int fd)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      fd_(fd) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, "")),
      fd_(std::exchange(other.fd_, -1)) {}

AtomicFile::~AtomicFile() {
  if (fd_ != -1) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

absl::Status AtomicFile::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        RetryOnEintr([&] { return write(fd_, bytes.data(), bytes.size()); });
    if (written == -1) return Error(errno, path_);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status AtomicFile::Commit() {
  // Some file systems say only here that the disk is full; and without it, a
  // power cut could leave an empty file behind the rename. It costs 4 ms for a
  // megabyte.
  if (!temporary_.empty() &&
      RetryOnEintr([&] { return fdatasync(fd_); }) == -1) {
    return Error(errno, path_);
  }
  // After EINTR the descriptor is gone all the same (close(2)), and what was
  // written is the kernel's.
  const int closed = close(std::exchange(fd_, -1));
  if (closed == -1 && errno != EINTR) return Error(errno, path_);
  if (temporary_.empty()) return absl::OkStatus();
  if (rename(temporary_.c_str(), target_.c_str()) == -1) {
    return Error(errno, path_);
  }
  temporary_.clear();
  return absl::OkStatus();
}

}  // namespace rt
