#include "runtime/store/file_info.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>

#include "runtime/base/eintr.h"
#include "runtime/store/attempt.h"

namespace rt {
namespace {

int64_t Nanos(const statx_timestamp& time) {
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

absl::StatusOr<FileInfo> Get(int fd, const char* name, int flags,
                             const std::string& path) {
  struct statx raw;
  if (RetryOnEintr([&] {
        return statx(fd, name, flags, STATX_BASIC_STATS | STATX_BTIME, &raw);
      }) == -1) {
    return Attempt{"stat", path}.Failed(errno, "statx");
  }
  FileInfo info;
  info.type = FileTypeOfMode(raw.stx_mode);
  info.permissions = raw.stx_mode & 07777;
  info.size = raw.stx_size;
  info.device = makedev(raw.stx_dev_major, raw.stx_dev_minor);
  info.inode = raw.stx_ino;
  info.links = raw.stx_nlink;
  info.user = raw.stx_uid;
  info.group = raw.stx_gid;
  info.accessed_ns = Nanos(raw.stx_atime);
  info.modified_ns = Nanos(raw.stx_mtime);
  info.changed_ns = Nanos(raw.stx_ctime);
  if ((raw.stx_mask & STATX_BTIME) != 0) info.born_ns = Nanos(raw.stx_btime);
  return info;
}

}  // namespace

FileType FileTypeOfMode(uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return FileType::kFile;
    case S_IFDIR:
      return FileType::kDirectory;
    case S_IFLNK:
      return FileType::kSymlink;
    case S_IFIFO:
      return FileType::kPipe;
    case S_IFSOCK:
      return FileType::kSocket;
    case S_IFCHR:
      return FileType::kCharacterDevice;
    case S_IFBLK:
      return FileType::kBlockDevice;
    default:
      return FileType::kUnknown;
  }
}

absl::StatusOr<FileInfo> GetFileInfo(const std::string& path,
                                     bool follow_link) {
  return Get(AT_FDCWD, path.c_str(), follow_link ? 0 : AT_SYMLINK_NOFOLLOW,
             path);
}

absl::StatusOr<FileInfo> GetFileInfo(int fd, const std::string& path) {
  return Get(fd, "", AT_EMPTY_PATH, path);
}

}  // namespace rt
