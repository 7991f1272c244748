#include "runtime/store/serial_queue.h"

#include <deque>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace rt {

struct SerialQueue::State : std::enable_shared_from_this<State> {
  explicit State(WorkerPool& pool) : pool(pool) {}

  // Gives the pool the task at the front. Others' work comes in between: a file
  // that is much used does not take a thread for itself.
  void Next() {
    pool.Post([self = shared_from_this()] {
      WorkerPool::Task task;
      {
        absl::MutexLock lock(&self->mutex);
        task = std::move(self->tasks.front());
      }
      task();
      task = nullptr;
      {
        absl::MutexLock lock(&self->mutex);
        self->tasks.pop_front();
        if (self->tasks.empty()) return;
      }
      self->Next();
    });
  }

  WorkerPool& pool;
  absl::Mutex mutex;
  // The first one is with the pool.
  std::deque<WorkerPool::Task> tasks ABSL_GUARDED_BY(mutex);
};

SerialQueue::SerialQueue(WorkerPool& pool)
    : state_(std::make_shared<State>(pool)) {}

SerialQueue::~SerialQueue() = default;

void SerialQueue::Post(WorkerPool::Task task) {
  {
    absl::MutexLock lock(&state_->mutex);
    state_->tasks.push_back(std::move(task));
    if (state_->tasks.size() > 1) return;
  }
  state_->Next();
}

}  // namespace rt
