#ifndef RUNTIME_STORE_CANCELLATION_H_
#define RUNTIME_STORE_CANCELLATION_H_

#include "runtime/base/interruption.h"

namespace rt {

// One side's wish that the other side's work ends early: a realm that ends, an
// AbortSignal, a file that is closed. Shared by both; any thread.
//
// Work looks at it between pieces; a wait in the kernel ends at once (Wait()).
// The end of the process counts as a request (WorkerPool::ShuttingDown).
class Cancellation {
 public:
  void Request() { interruption_.Request(); }
  bool requested() const;

  // As Interruption::Wait(), for a worker of the pool. Returns also EAGAIN,
  // where too many wait already (WorkerPool::WaitScope, which the calling
  // worker is in meanwhile).
  int Wait(int fd, short events, int timeout_ms = -1);

 private:
  Interruption interruption_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_CANCELLATION_H_
