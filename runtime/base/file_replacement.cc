#include "runtime/base/file_replacement.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/unique_fd.h"
#include "runtime/base/write_all.h"

namespace rt {
namespace {

// As many as the kernel follows (path_resolution(7)).
constexpr int kMaxLinks = 40;

constexpr char kAcl[] = "system.posix_acl_access";

// The folder that a path's last part lies in, with the slash at its end.
std::string Folder(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

// A name for a temporary file beside `target`, short enough to fit wherever a
// name of any length does.
std::string TemporaryName(const std::string& target) {
  static std::atomic<uint64_t> count = 0;
  return absl::StrCat(Folder(target), ".rt-", getpid(), "-", ++count, ".tmp");
}

// Follows the links that the last part of `path` is, also to where nothing is
// yet. A link in /proc is no path but an open file, and stays: true then.
// Returns 0 or an errno.
int FollowLinks(std::string& path, bool& is_open_file) {
  is_open_file = false;
  for (int links = 0; links <= kMaxLinks; ++links) {
    char text[PATH_MAX];
    const ssize_t length = readlink(path.c_str(), text, sizeof(text));
    if (length == -1) return errno == EINVAL || errno == ENOENT ? 0 : errno;
    const std::string folder = Folder(path);
    struct statfs file_system;
    if (statfs(folder.empty() ? "." : folder.c_str(), &file_system) == 0 &&
        file_system.f_type == PROC_SUPER_MAGIC) {
      is_open_file = true;
      return 0;
    }
    const std::string link(text, static_cast<size_t>(length));
    path = link.front() == '/' ? link : folder + link;
  }
  return ELOOP;
}

// Whether the folder, not the file, stands against replacing a file.
bool IsAboutFolder(int error) {
  return error == EACCES || error == EPERM || error == EROFS || error == EBUSY;
}

// For what is done as far as the file system and the user's rights can.
void Attempt(int result) { static_cast<void>(result); }

// Gives `fd` the ACL of the file at `path`; none where that has none, though
// the folder may have a default one for new files.
void CopyAcl(const std::string& path, int fd) {
  char acl[4096];
  const ssize_t size = getxattr(path.c_str(), kAcl, acl, sizeof(acl));
  Attempt(size > 0 ? fsetxattr(fd, kAcl, acl, static_cast<size_t>(size), 0)
                   : fremovexattr(fd, kAcl));
}

}  // namespace

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : options_(other.options_),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, "")),
      is_unnamed_(other.is_unnamed_),
      fd_(std::exchange(other.fd_, -1)) {}

FileReplacement::~FileReplacement() {
  if (fd_ != -1) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

int FileReplacement::Open(const std::string& path, const Options& options) {
  target_ = path;
  options_ = options;
  // What must be new is no link either.
  const bool is_new = options_.expect == Expect::kNew;
  bool is_open_file = false;
  if (!is_new) {
    const int error = FollowLinks(target_, is_open_file);
    if (error != 0) return error;
  }

  struct stat old;
  const bool exists = fstatat(AT_FDCWD, target_.c_str(), &old,
                              is_new ? AT_SYMLINK_NOFOLLOW : 0) == 0;
  if (!exists) {
    if (errno != ENOENT || options_.expect == Expect::kExisting) return errno;
    return OpenTemporary(nullptr);
  }
  if (is_new) return EEXIST;
  if (S_ISDIR(old.st_mode)) return EISDIR;
  if (is_open_file || !S_ISREG(old.st_mode)) return OpenInPlace();
  if (faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) == -1) {
    return errno;
  }
  const int error = OpenTemporary(&old);
  return IsAboutFolder(error) ? OpenInPlace() : error;
}

int FileReplacement::OpenInPlace() {
  fd_ = RetryOnEintr([&] {
    return open(target_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
  });
  return fd_ == -1 ? errno : 0;
}

int FileReplacement::OpenTemporary(const struct stat* old) {
  mode_t mode = options_.mode & 07777;
  if (old != nullptr) mode = old->st_mode & 01777;
  if (options_.exact_mode) mode = *options_.exact_mode & 01777;

  if (!OpenUnnamed(mode)) {
    if (const int error = OpenNamed(mode); error != 0) return error;
  }
  TakeOverPermissions(mode, old);
  return 0;
}

bool FileReplacement::OpenUnnamed(mode_t mode) {
  std::string folder = Folder(target_);
  if (folder.empty()) folder = ".";
  fd_ = RetryOnEintr([&] {
    return open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  });
  if (fd_ == -1) return false;
  // It can only be named by /proc.
  if (access(DescriptorPath(fd_).c_str(), F_OK) == -1) {
    close(std::exchange(fd_, -1));
    return false;
  }
  is_unnamed_ = true;
  return true;
}

int FileReplacement::OpenNamed(mode_t mode) {
  // A name may be taken by the leftover of a process that was killed.
  std::string name;
  do {
    name = TemporaryName(target_);
    fd_ = RetryOnEintr([&] {
      return open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    });
  } while (fd_ == -1 && errno == EEXIST);
  if (fd_ == -1) return errno;
  temporary_ = std::move(name);
  return 0;
}

int FileReplacement::GiveName() {
  // linkat(2) replaces nothing, so that it cannot name the target at once.
  std::string name;
  int linked;
  do {
    name = TemporaryName(target_);
    linked = linkat(AT_FDCWD, DescriptorPath(fd_).c_str(), AT_FDCWD,
                    name.c_str(), AT_SYMLINK_FOLLOW);
  } while (linked == -1 && errno == EEXIST);
  if (linked == -1) return errno;
  temporary_ = std::move(name);
  is_unnamed_ = false;
  return 0;
}

void FileReplacement::TakeOverPermissions(mode_t mode, const struct stat* old) {
  struct stat made;
  if (old != nullptr && fstat(fd_, &made) == 0 &&
      (made.st_uid != old->st_uid || made.st_gid != old->st_gid)) {
    Attempt(fchown(fd_, old->st_uid, old->st_gid));
  }
  // The umask is not for permissions that are taken over.
  if (old != nullptr || options_.exact_mode) Attempt(fchmod(fd_, mode));
  if (old != nullptr && !options_.exact_mode) CopyAcl(target_, fd_);
}

int FileReplacement::Append(absl::string_view bytes) {
  return WriteAll(fd_, bytes);
}

int FileReplacement::Rename() {
  if (options_.expect != Expect::kNew) {
    return rename(temporary_.c_str(), target_.c_str()) == -1 ? errno : 0;
  }
  if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(),
                RENAME_NOREPLACE) == 0) {
    return 0;
  }
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system without RENAME_NOREPLACE, such as NFS, has hard links.
  if (link(temporary_.c_str(), target_.c_str()) == -1) return errno;
  return unlink(temporary_.c_str()) == -1 ? errno : 0;
}

int FileReplacement::WriteOverTarget() {
  const int source = RetryOnEintr(
      [&] { return open(temporary_.c_str(), O_RDONLY | O_CLOEXEC); });
  if (source == -1) return errno;
  int error = OpenInPlace();
  ssize_t copied = 1;
  while (error == 0 && copied > 0) {
    copied = RetryOnEintr(
        [&] { return sendfile(fd_, source, nullptr, size_t{1} << 30); });
    if (copied == -1) error = errno;
  }
  close(source);
  return error != 0 ? error : Close();
}

int FileReplacement::Close() {
  // After EINTR the descriptor is gone all the same (close(2)), and what was
  // written is the kernel's.
  if (close(std::exchange(fd_, -1)) == -1 && errno != EINTR) return errno;
  return 0;
}

int FileReplacement::Commit() {
  if (options_.sync && (is_unnamed_ || !temporary_.empty()) &&
      RetryOnEintr([&] { return fdatasync(fd_); }) == -1) {
    return errno;
  }
  if (is_unnamed_) {
    if (const int error = GiveName(); error != 0) return error;
  }
  // Before the renaming: some file systems find out here that the disk is full.
  if (const int error = Close(); error != 0) return error;
  if (temporary_.empty()) return 0;
  const int error = Rename();
  if (error == 0) {
    temporary_.clear();
    return 0;
  }
  if (options_.expect == Expect::kNew || !IsAboutFolder(error)) return error;
  return WriteOverTarget();
}

}  // namespace rt
