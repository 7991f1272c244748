#ifndef RUNTIME_LOOP_REACTOR_POOL_H_
#define RUNTIME_LOOP_REACTOR_POOL_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/thread.h"
#include "runtime/loop/reactor.h"

namespace rt {

// Reactors that loops share, each with a thread of its own, which starts when
// it is first needed. Any thread.
class ReactorPool {
 public:
  // `size`: how many reactors there may be; 0 for as many as there are cores
  // that this process may use.
  explicit ReactorPool(size_t size);
  // Ends the threads. No loop of theirs is left.
  ~ReactorPool();
  ReactorPool(const ReactorPool&) = delete;
  ReactorPool& operator=(const ReactorPool&) = delete;

  // The reactor with the fewest members; of several, the one that was the least
  // busy of late. Fails where the system has no thread for the first one.
  absl::StatusOr<std::shared_ptr<Reactor>> Choose() ABSL_LOCKS_EXCLUDED(mutex_);

  // Those that run.
  std::vector<std::shared_ptr<Reactor>> running() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Status StartOne() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t size_;
  absl::Mutex mutex_;
  std::vector<std::shared_ptr<Reactor>> reactors_ ABSL_GUARDED_BY(mutex_);
  std::vector<Thread> threads_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_LOOP_REACTOR_POOL_H_
