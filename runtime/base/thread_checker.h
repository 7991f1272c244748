#ifndef RUNTIME_BASE_THREAD_CHECKER_H_
#define RUNTIME_BASE_THREAD_CHECKER_H_

#include <thread>

namespace rt {

// Remembers the thread it was made on, so that a class that belongs to one
// thread can check its callers: RT_DCHECK(thread_checker_.IsCurrent()).
class ThreadChecker {
 public:
  ThreadChecker() : owner_(std::this_thread::get_id()) {}

  bool IsCurrent() const { return std::this_thread::get_id() == owner_; }

 private:
  const std::thread::id owner_;
};

}  // namespace rt

#endif  // RUNTIME_BASE_THREAD_CHECKER_H_
