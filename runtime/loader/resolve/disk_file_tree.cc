#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/loader/resolve/file_tree.h"

namespace rt {
namespace {

absl::Status Error(const char* action, const std::string& path,
                   const char* syscall) {
  return ErrnoStatus(errno, absl::StrCat(action, " '", path, "'"), path,
                     syscall);
}

class Disk final : public FileTree {
 public:
  absl::StatusOr<Kind> Find(const std::string& path) override {
    struct stat info;
    if (stat(path.c_str(), &info) == 0) {
      return S_ISDIR(info.st_mode) ? Kind::kFolder : Kind::kFile;
    }
    if (errno == ENOENT || errno == ENOTDIR) return Kind::kMissing;
    return Error("look up", path, "stat");
  }

  absl::StatusOr<std::string> RealPath(const std::string& path) override {
    const std::unique_ptr<char, decltype(&free)> real(
        realpath(path.c_str(), nullptr), &free);
    if (real == nullptr) return Error("look up", path, "realpath");
    return std::string(real.get());
  }

  absl::StatusOr<std::string> Read(const std::string& path) override {
    const int fd =
        RetryOnEintr([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); });
    if (fd == -1) return Error("read", path, "open");
    const absl::Cleanup close_fd = [fd] { close(fd); };
    struct stat info;
    if (fstat(fd, &info) == -1) return Error("read", path, "fstat");

    // The size is a hint: a pipe has none, and a file may grow meanwhile. One
    // byte more, so that the end of the file shows without another read.
    std::string text(static_cast<size_t>(info.st_size) + 1, '\0');
    size_t length = 0;
    for (;;) {
      const ssize_t got = RetryOnEintr(
          [&] { return read(fd, &text[length], text.size() - length); });
      if (got == -1) return Error("read", path, "read");
      if (got == 0) break;
      length += static_cast<size_t>(got);
      if (length == text.size()) text.resize(2 * text.size());
    }
    text.resize(length);
    return text;
  }
};

}  // namespace

FileTree& DiskFileTree() {
  static Disk disk;
  return disk;
}

}  // namespace rt
