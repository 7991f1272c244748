#ifndef RUNTIME_BASE_INTERRUPTION_H_
#define RUNTIME_BASE_INTERRUPTION_H_

#include <atomic>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/unique_fd.h"

namespace rt {

// How one thread ends what another one waits for in the kernel: the reader of a
// pipe that is full, the writer of one that is empty. Shared by both; any
// thread. A thread whose waits go through it cannot hang in them for good.
class Interruption {
 public:
  // Ends the waits that are under way, and each that comes.
  void Request();
  // What waits from now on waits again.
  void Withdraw();
  bool requested() const { return requested_; }

  // Waits until `fd` is ready for `events` of poll(2), or for `timeout_ms` (-1:
  // for ever; fd -1: for the time alone). Returns 0 or an errno; ECANCELED on
  // request.
  int Wait(int fd, short events, int timeout_ms = -1);

 private:
  // -1 and errno where it can't be made.
  int WakeFd();

  std::atomic<bool> requested_{false};
  absl::Mutex mutex_;
  // An eventfd that is readable while a request stands; made by the first wait.
  UniqueFd wake_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_BASE_INTERRUPTION_H_
