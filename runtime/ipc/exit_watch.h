#ifndef RUNTIME_IPC_EXIT_WATCH_H_
#define RUNTIME_IPC_EXIT_WATCH_H_

#include <memory>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/ipc/child_process.h"
#include "runtime/ipc/io_thread.h"

namespace rt {

// Tells when a child process has ended, and puts it to an end: kindly first,
// then not. On the IoThread, which outlives it, and so does the process.
class ExitWatch {
 public:
  using OnExit = absl::AnyInvocable<void(ProcessExit)>;

  // `on_exit` is called once, and not after the destructor. Fails where the
  // system cannot watch the process.
  static absl::StatusOr<std::unique_ptr<ExitWatch>> Start(IoThread& io,
                                                          ChildProcess& process,
                                                          OnExit on_exit);
  ~ExitWatch();
  ExitWatch(const ExitWatch&) = delete;
  ExitWatch& operator=(const ExitWatch&) = delete;

  // How long what is asked to end may go on.
  static constexpr int kGraceMs = 2000;

  // SIGTERM now; SIGKILL after kGraceMs.
  void Terminate();
  // SIGKILL after so many milliseconds, if not before.
  void KillAfter(int milliseconds);

 private:
  struct Impl;

  explicit ExitWatch(std::shared_ptr<Impl> impl);

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_IPC_EXIT_WATCH_H_
