#include "runtime/base/patient_writer.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/base/eintr.h"
#include "runtime/base/interruption.h"

namespace rt {

PatientWriter::PatientWriter(int fd) : fd_(fd) {
  struct stat info;
  if (fstat(fd, &info) == -1) return;  // write(2) will say why
  if (S_ISSOCK(info.st_mode)) {
    kind_ = Kind::kSocket;
  } else if (S_ISFIFO(info.st_mode) || isatty(fd) == 1) {
    const std::string path = DescriptorPath(fd);
    own_ = UniqueFd(RetryOnEintr([&] {
      return open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    }));
    kind_ = own_.valid() ? Kind::kOpenedAnew : Kind::kShared;
  }
}

ssize_t PatientWriter::TryWrite(absl::string_view bytes) const {
  switch (kind_) {
    case Kind::kNeverWaits:
      return write(fd_, bytes.data(), bytes.size());
    case Kind::kOpenedAnew:
      return write(own_.get(), bytes.data(), bytes.size());
    case Kind::kSocket:
      return send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    case Kind::kShared: {
      pollfd ready = {fd_, POLLOUT, 0};
      const int count = poll(&ready, 1, 0);
      if (count == -1) return -1;
      if (count == 0) {
        errno = EAGAIN;
        return -1;
      }
      // A pipe with room has room for so many (pipe(7)).
      return write(fd_, bytes.data(), std::min<size_t>(bytes.size(), PIPE_BUF));
    }
  }
  return -1;
}

int PatientWriter::Write(absl::string_view bytes,
                         Interruption& interruption) const {
  while (!bytes.empty()) {
    const ssize_t written = RetryOnEintr([&] { return TryWrite(bytes); });
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
      continue;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK) return errno;
    const int error = interruption.Wait(fd_, POLLOUT);
    if (error != 0) return error;
  }
  return 0;
}

}  // namespace rt
