#include "runtime/base/write_all.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/base/eintr.h"

namespace rt {

int WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        RetryOnEintr([&] { return write(fd, bytes.data(), bytes.size()); });
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
      continue;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK) return errno;
    pollfd poll_fd = {fd, POLLOUT, 0};
    if (RetryOnEintr([&] { return poll(&poll_fd, 1, -1); }) == -1) return errno;
  }
  return 0;
}

}  // namespace rt
