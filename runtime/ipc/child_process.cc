#include "runtime/ipc/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

// glibc 2.36's header does not say so itself.
extern "C" {
#include <sys/pidfd.h>
}

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

sigset_t Signals(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

// What posix_spawn(3) does in the new process before the program runs.
class SpawnPlan {
 public:
  explicit SpawnPlan(int socket) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, socket, kParentSocketFd);
    posix_spawn_file_actions_addclosefrom_np(&files_, kParentSocketFd + 1);

    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    const sigset_t defaults = Signals({SIGTERM, SIGCHLD});
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    const sigset_t blocked = Signals({SIGINT, SIGHUP});
    posix_spawnattr_setsigmask(&attributes_, &blocked);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  // 0, or an errno.
  int Run(const ProcessCommand& command, pid_t& pid) {
    std::vector<char*> argv;
    for (const std::string& word : command.words) {
      argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    return posix_spawn(&pid, command.program.c_str(), &files_, &attributes_,
                       argv.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

absl::StatusOr<ChildProcess::Spawned> ChildProcess::Spawn(
    const ProcessCommand& command) {
  const std::string tried =
      absl::StrCat("start the process '", command.program, "'");
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return ErrnoStatus(errno, tried, "", "socketpair");
  }
  UniqueFd here(sockets[0]);
  const UniqueFd there(sockets[1]);

  pid_t pid = 0;
  if (const int error = SpawnPlan(there.get()).Run(command, pid); error != 0) {
    return ErrnoStatus(error, tried, command.program, "posix_spawn");
  }
  // Its number stays its own until it is waited for.
  UniqueFd fd(pidfd_open(pid, 0));
  if (!fd.valid()) {
    const int error = errno;
    kill(pid, SIGKILL);
    RetryOnEintr([&] { return waitpid(pid, nullptr, 0); });
    return ErrnoStatus(error, tried, "", "pidfd_open");
  }
  return Spawned{ChildProcess(pid, std::move(fd)), std::move(here)};
}

ChildProcess::~ChildProcess() {
  if (!fd_.valid() || exit_.has_value()) return;
  Signal(SIGKILL);
  Wait(0);
}

void ChildProcess::Signal(int signal) {
  if (!exit_.has_value()) pidfd_send_signal(fd_.get(), signal, nullptr, 0);
}

std::optional<ProcessExit> ChildProcess::Exit() { return Wait(WNOHANG); }

std::optional<ProcessExit> ChildProcess::Wait(int flags) {
  if (exit_.has_value()) return exit_;
  siginfo_t info = {};
  const auto fd = static_cast<id_t>(fd_.get());
  if (RetryOnEintr(
          [&] { return waitid(P_PIDFD, fd, &info, WEXITED | flags); }) != 0) {
    // Somebody else waited for it: it is gone, and how is not known.
    exit_.emplace();
    return exit_;
  }
  if (info.si_pid == 0) return std::nullopt;
  exit_ = info.si_code == CLD_EXITED ? ProcessExit{.code = info.si_status}
                                     : ProcessExit{.signal = info.si_status};
  return exit_;
}

void LeaveTerminalSignalsToParent() {
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  const sigset_t blocked = Signals({SIGINT, SIGHUP});
  sigprocmask(SIG_UNBLOCK, &blocked, nullptr);
}

}  // namespace rt
