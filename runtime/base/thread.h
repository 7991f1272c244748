#ifndef RUNTIME_BASE_THREAD_H_
#define RUNTIME_BASE_THREAD_H_

#include <pthread.h>

#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"

namespace rt {

// A thread whose start may fail for want of resources, which std::thread
// answers with an exception. Joined or detached before it is destroyed;
// movable; one thread at a time.
class Thread {
 public:
  // Runs `body` on a new thread with 8 MB of stack, which top and perf show
  // under the first 15 bytes of `name`. The body is destroyed on that thread.
  // The error says what the system said, and of which limits it may speak.
  static absl::StatusOr<Thread> Start(const std::string& name,
                                      absl::AnyInvocable<void()> body);

  Thread(Thread&& other) noexcept;
  Thread& operator=(Thread&&) = delete;
  ~Thread();

  // Waits for its end. Once.
  void Join();

  // Lets it run on, and never waits for it, nor does the process's end: its
  // body uses nothing but what it holds. In place of Join().
  void Detach();

 private:
  explicit Thread(pthread_t id) : id_(id), joinable_(true) {}

  pthread_t id_;
  bool joinable_;
};

}  // namespace rt

#endif  // RUNTIME_BASE_THREAD_H_
