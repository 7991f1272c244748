#include "runtime/base/interruption.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>

#include "runtime/base/eintr.h"

namespace rt {

void Interruption::Request() {
  absl::MutexLock lock(&mutex_);
  if (requested_.exchange(true) || !wake_.valid()) return;
  const uint64_t one = 1;
  // Cannot block: the counter would have to be near 2^64 (eventfd(2)).
  const ssize_t ignored = write(wake_.get(), &one, sizeof(one));
  static_cast<void>(ignored);
}

void Interruption::Withdraw() {
  absl::MutexLock lock(&mutex_);
  if (!requested_.exchange(false) || !wake_.valid()) return;
  uint64_t count;
  // Cannot block: the request that stood made it readable.
  const ssize_t ignored = read(wake_.get(), &count, sizeof(count));
  static_cast<void>(ignored);
}

int Interruption::WakeFd() {
  absl::MutexLock lock(&mutex_);
  if (!wake_.valid()) {
    wake_ = UniqueFd(eventfd(requested_ ? 1 : 0, EFD_CLOEXEC));
  }
  return wake_.get();
}

int Interruption::Wait(int fd, short events, int timeout_ms) {
  if (requested()) return ECANCELED;
  const int wake = WakeFd();
  if (wake == -1) return errno;
  // poll(2) passes over an fd of -1.
  pollfd fds[] = {{fd, events, 0}, {wake, POLLIN, 0}};
  if (RetryOnEintr([&] { return poll(fds, 2, timeout_ms); }) == -1) {
    return errno;
  }
  return requested() ? ECANCELED : 0;
}

}  // namespace rt
