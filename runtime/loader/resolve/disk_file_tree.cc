#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/interruption.h"
#include "runtime/base/unique_fd.h"
#include "runtime/loader/resolve/file_tree.h"

namespace rt {
namespace {

absl::Status Error(const char* action, const std::string& path,
                   const char* syscall) {
  return ErrnoStatus(errno, absl::StrCat(action, " '", path, "'"), path,
                     syscall);
}

absl::Status TooLarge(const std::string& path, size_t limit) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "'", path, "' is larger than the limit of ", limit >> 20, " MB"));
}

// Without an interruption, only what needs no waiting.
absl::StatusOr<std::string> ReadAll(const std::string& path,
                                    Interruption* interruption,
                                    size_t limit = SIZE_MAX) {
  // O_NONBLOCK means nothing to a regular file (open(2)).
  const UniqueFd file(RetryOnEintr([&] {
    return open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  }));
  if (!file.valid()) return Error("read", path, "open");
  struct stat info;
  if (fstat(file.get(), &info) == -1) return Error("read", path, "fstat");
  const bool waits = !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
  if (waits && interruption == nullptr) {
    errno = EINVAL;
    return Error("read", path, "open");
  }

  if (static_cast<size_t>(info.st_size) > limit) return TooLarge(path, limit);

  // The size is a hint: a pipe has none, and a file may grow meanwhile. One
  // byte more, so that the end of the file shows without another read.
  std::string text(static_cast<size_t>(info.st_size) + 1, '\0');
  size_t length = 0;
  for (;;) {
    // A pipe that has had no writer yet would read as ended; poll(2) tells.
    errno = waits ? interruption->Wait(file.get(), POLLIN) : 0;
    if (errno != 0) return Error("read", path, "poll");
    const ssize_t got = RetryOnEintr(
        [&] { return read(file.get(), &text[length], text.size() - length); });
    if (got == -1 && errno == EAGAIN && waits) continue;
    if (got == -1) return Error("read", path, "read");
    if (got == 0) break;
    length += static_cast<size_t>(got);
    if (length > limit) return TooLarge(path, limit);
    if (length == text.size()) text.resize(2 * text.size());
  }
  text.resize(length);
  return text;
}

class Disk final : public FileTree {
 public:
  explicit Disk(Interruption& interruption) : interruption_(interruption) {}

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
    return ReadAll(path, &interruption_);
  }

  absl::StatusOr<std::string> ReadRegular(const std::string& path,
                                          size_t limit) override {
    return ReadRegularFile(path, limit);
  }

 private:
  Interruption& interruption_;
};

}  // namespace

std::unique_ptr<FileTree> NewDiskFileTree(Interruption& interruption) {
  return std::make_unique<Disk>(interruption);
}

absl::StatusOr<std::string> FileTree::ReadRegular(const std::string& path,
                                                  size_t limit) {
  absl::StatusOr<std::string> text = Read(path);
  if (text.ok() && text->size() > limit) return TooLarge(path, limit);
  return text;
}

absl::StatusOr<std::string> ReadRegularFile(const std::string& path,
                                            size_t limit) {
  return ReadAll(path, nullptr, limit);
}

}  // namespace rt
