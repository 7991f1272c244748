#include "runtime/store/descriptor.h"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "runtime/base/eintr.h"

namespace rt {
namespace {

// How often a writer looks whether a named pipe has a reader. Nothing in Linux
// tells it without opening the pipe, and an open that blocks cannot be ended.
constexpr int kReaderPollMs = 20;

bool IsPipe(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
}

}  // namespace

int Descriptor::Open(const std::string& path, int flags, mode_t mode,
                     Cancellation& cancellation) {
  // O_NONBLOCK means nothing to a regular file (open(2)).
  flags |= O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  while (true) {
    fd_ =
        UniqueFd(RetryOnEintr([&] { return open(path.c_str(), flags, mode); }));
    if (fd_.valid()) break;
    const int error = errno;
    if (error != ENXIO || !IsPipe(path)) return error;
    const int stopped = cancellation.Wait(-1, 0, kReaderPollMs);
    if (stopped != 0) return stopped;
  }
  if (fstat(fd_.get(), &info_) == -1) return errno;
  if (S_ISDIR(info_.st_mode)) {
    fd_ = UniqueFd();
    return EISDIR;
  }
  return 0;
}

ssize_t Descriptor::Read(void* bytes, size_t size, int64_t at,
                         Cancellation& cancellation) {
  if (!is_open()) {
    errno = EBADF;
    return -1;
  }
  size = std::min(size, kPieceBytes);
  if (is_regular()) {
    return RetryOnEintr([&] {
      return at == kPosition ? read(fd(), bytes, size)
                             : pread(fd(), bytes, size, at);
    });
  }
  while (true) {
    // A pipe that has had no writer yet would read as ended; poll(2) tells.
    if (const int stopped = cancellation.Wait(fd(), POLLIN); stopped != 0) {
      errno = stopped;
      return -1;
    }
    const ssize_t count = RetryOnEintr([&] {
      return at == kPosition ? read(fd(), bytes, size)
                             : pread(fd(), bytes, size, at);
    });
    if (count != -1 || errno != EAGAIN) return count;
  }
}

int Descriptor::Write(const void* bytes, size_t size, int64_t at,
                      Cancellation& cancellation) {
  if (!is_open()) return EBADF;
  const auto* rest = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = RetryOnEintr([&] {
      return at == kPosition ? write(fd(), rest, size)
                             : pwrite(fd(), rest, size, at);
    });
    if (count != -1) {
      rest += count;
      size -= static_cast<size_t>(count);
      if (at != kPosition) at += count;
      continue;
    }
    if (errno != EAGAIN) return errno;
    const int stopped = cancellation.Wait(fd(), POLLOUT);
    if (stopped != 0) return stopped;
  }
  return 0;
}

int Descriptor::Close() {
  // After EINTR the descriptor is gone all the same (close(2)).
  return close(fd_.Release()) == -1 && errno != EINTR ? errno : 0;
}

}  // namespace rt
