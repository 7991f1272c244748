#ifndef RUNTIME_STORE_CANCELLATION_H_
#define RUNTIME_STORE_CANCELLATION_H_

#include <atomic>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/store/unique_fd.h"

namespace rt {

// One side's wish that the other side's work ends early: a realm that ends, an
// AbortSignal, a file that is closed. Shared by both; any thread.
//
// Work looks at it between pieces; a wait in the kernel ends at once (Wait()).
// The end of the process counts as a request (WorkerPool::ShuttingDown).
class Cancellation {
 public:
  void Request();
  bool requested() const;

  // Waits until `fd` is ready for `events` of poll(2), or for `timeout_ms` (-1:
  // for ever; fd -1: for the time alone). Returns 0 or an errno: ECANCELED on
  // request, EAGAIN where too many wait already (WorkerPool::WaitScope, which
  // the calling worker is in meanwhile).
  int Wait(int fd, short events, int timeout_ms = -1);

 private:
  // -1 and errno where it can't be made.
  int WakeFd();

  std::atomic<bool> requested_{false};
  absl::Mutex mutex_;
  // An eventfd that a request makes readable; made by the first wait.
  UniqueFd wake_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_STORE_CANCELLATION_H_
