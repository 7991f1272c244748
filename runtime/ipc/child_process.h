#ifndef RUNTIME_IPC_CHILD_PROCESS_H_
#define RUNTIME_IPC_CHILD_PROCESS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/base/unique_fd.h"

namespace rt {

// What a process runs.
struct ProcessCommand {
  std::string program;  // a path
  // What it sees as its arguments, its name first.
  std::vector<std::string> words;
};

// How a process ended: by itself with a code, or by a signal.
struct ProcessExit {
  int code = 0;
  int signal = 0;  // 0: by itself
};

// The descriptor of its socket in a process that Spawn() started.
inline constexpr int kParentSocketFd = 3;

// A process that this one started, with a stream socket between the two.
//
// It has this process's standard output and error, an empty standard input, its
// socket, and no other descriptor. SIGTERM and SIGCHLD have their default
// actions, SIGINT and SIGHUP are blocked until it calls
// LeaveTerminalSignalsToParent().
//
// It is named by a descriptor, so that nothing here can hit another process
// that got its number. No SIGCHLD is needed, and no zombie is left: it is
// waited for at the latest by the destructor. Movable; one thread at a time.
class ChildProcess {
 public:
  struct Spawned;

  // The error says what the system said.
  static absl::StatusOr<Spawned> Spawn(const ProcessCommand& command);

  ChildProcess(ChildProcess&& other) noexcept = default;
  ChildProcess& operator=(ChildProcess&&) = delete;
  // Where it has not been seen to end, kills it, and waits until it is gone.
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  // Readable when it has ended (pidfd_open(2)).
  int fd() const { return fd_.get(); }

  // Does nothing where it has ended.
  void Signal(int signal);

  // How it ended; nothing while it runs.
  std::optional<ProcessExit> Exit();

 private:
  ChildProcess(pid_t pid, UniqueFd fd) : pid_(pid), fd_(std::move(fd)) {}

  std::optional<ProcessExit> Wait(int flags);

  pid_t pid_;
  UniqueFd fd_;  // none after a move
  std::optional<ProcessExit> exit_;
};

struct ChildProcess::Spawned {
  ChildProcess process;
  UniqueFd socket;  // this process's end
};

// In a process that Spawn() started, first of all: what comes from the terminal
// for all of its processes (Ctrl-C, its closing) is the parent's to answer. A
// program that listens to these signals gets them.
void LeaveTerminalSignalsToParent();

}  // namespace rt

#endif  // RUNTIME_IPC_CHILD_PROCESS_H_
