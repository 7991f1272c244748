#include "runtime/store/cancellation.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>

#include "runtime/base/eintr.h"
#include "runtime/store/worker_pool.h"

namespace rt {

void Cancellation::Request() {
  requested_ = true;
  absl::MutexLock lock(&mutex_);
  if (!wake_.valid()) return;
  const uint64_t one = 1;
  // Cannot block: the counter would have to be near 2^64 (eventfd(2)).
  const ssize_t ignored = write(wake_.get(), &one, sizeof(one));
  static_cast<void>(ignored);
}

bool Cancellation::requested() const {
  return requested_ || WorkerPool::ShuttingDown();
}

int Cancellation::WakeFd() {
  absl::MutexLock lock(&mutex_);
  if (!wake_.valid()) wake_ = UniqueFd(eventfd(requested_, EFD_CLOEXEC));
  return wake_.get();
}

int Cancellation::Wait(int fd, short events, int timeout_ms) {
  if (requested()) return ECANCELED;
  const int wake = WakeFd();
  if (wake == -1) return errno;
  const WorkerPool::WaitScope scope;
  if (!scope.ok()) return EAGAIN;
  // poll(2) passes over an fd of -1.
  pollfd fds[] = {{fd, events, 0}, {wake, POLLIN, 0}};
  if (RetryOnEintr([&] { return poll(fds, 2, timeout_ms); }) == -1) {
    return errno;
  }
  return requested() ? ECANCELED : 0;
}

}  // namespace rt
