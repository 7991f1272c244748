#include "runtime/store/cancellation.h"

#include <cerrno>

#include "runtime/store/worker_pool.h"

namespace rt {

bool Cancellation::requested() const {
  return interruption_.requested() || WorkerPool::ShuttingDown();
}

int Cancellation::Wait(int fd, short events, int timeout_ms) {
  if (requested()) return ECANCELED;
  const WorkerPool::WaitScope scope;
  if (!scope.ok()) return EAGAIN;
  const int error = interruption_.Wait(fd, events, timeout_ms);
  return error == 0 && requested() ? ECANCELED : error;
}

}  // namespace rt
