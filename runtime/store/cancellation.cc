#include "runtime/store/cancellation.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>

#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/worker_pool.h"

namespace rt {

absl::Status CancelledStatus() {
  absl::Status status = absl::CancelledError("the operation was cancelled");
  SetErrorPayload(status, kErrorCode, "ECANCELED");
  return status;
}

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

absl::StatusOr<int> Cancellation::WakeFd() {
  absl::MutexLock lock(&mutex_);
  if (!wake_.valid()) {
    wake_ = UniqueFd(eventfd(requested_ ? 1 : 0, EFD_CLOEXEC));
    if (!wake_.valid()) return ErrnoStatus(errno, "eventfd", "wait", "");
  }
  return wake_.get();
}

absl::Status Cancellation::Wait(int fd, short events, int timeout_ms) {
  if (requested()) return CancelledStatus();
  const absl::StatusOr<int> wake = WakeFd();
  if (!wake.ok()) return wake.status();
  const auto scope = WorkerPool::WaitScope::Enter();
  if (!scope.ok()) return scope.status();
  // poll(2) ignores an fd of -1.
  pollfd fds[] = {{fd, events, 0}, {*wake, POLLIN, 0}};
  const int ready = RetryOnEintr([&] { return poll(fds, 2, timeout_ms); });
  if (ready == -1) return ErrnoStatus(errno, "poll", "wait", "");
  return requested() ? CancelledStatus() : absl::OkStatus();
}

}  // namespace rt
