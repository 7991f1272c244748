#ifndef RUNTIME_IPC_IO_THREAD_H_
#define RUNTIME_IPC_IO_THREAD_H_

#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// A thread that waits in the kernel for descriptors, and runs no JavaScript: so
// what it waits for is seen also while all realms compute.
class IoThread {
 public:
  // `name` as of Thread. Fails where the system has no thread to give.
  static absl::StatusOr<std::unique_ptr<IoThread>> Start(
      const std::string& name);

  // On another thread. Waits for the task that runs; what is left is destroyed
  // on the calling thread, unrun.
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  // Runs `task` there, after what was posted before. Any thread.
  void Post(absl::AnyInvocable<void()> task);

  // The same, and waits until it has run. Any other thread.
  void Run(absl::FunctionRef<void()> task);

  // As Post(), so many milliseconds from now. On the thread.
  void PostAfter(int milliseconds, absl::AnyInvocable<void()> task);

  // For Asio objects, which are made and used on the thread only.
  boost::asio::io_context& context();

 private:
  struct Impl;

  IoThread();

  const std::unique_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_IPC_IO_THREAD_H_
