#ifndef RUNTIME_STORE_SERIAL_QUEUE_H_
#define RUNTIME_STORE_SERIAL_QUEUE_H_

#include <memory>

#include "runtime/store/worker_pool.h"

namespace rt {

// Runs tasks on a pool one after the other, in the order of Post(). Any thread.
// What is queued runs also when the queue itself is gone.
class SerialQueue {
 public:
  // `pool` outlives all tasks.
  explicit SerialQueue(WorkerPool& pool);
  ~SerialQueue();

  void Post(WorkerPool::Task task);

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_SERIAL_QUEUE_H_
