#include "runtime/policy/seccomp.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/base/error_payload.h"

namespace rt {
namespace {

// By what they are for. The C library and V8 choose among variants of a call,
// so that these stand together.
constexpr int kAllowed[] = {
    // Memory: V8's heap, its code, malloc.
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_mincore, SYS_mlock, SYS_munlock, SYS_pkey_alloc, SYS_pkey_free,
    SYS_pkey_mprotect, SYS_membarrier,
    // Threads: V8's profiler, the realm's file work, the realms that it makes.
    SYS_futex, SYS_futex_waitv, SYS_set_robust_list, SYS_get_robust_list,
    SYS_rseq, SYS_arch_prctl, SYS_set_tid_address, SYS_exit, SYS_exit_group,
    SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_setaffinity,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getcpu, SYS_getpriority, SYS_prctl,
    // Restrictions of its own children.
    SYS_landlock_create_ruleset, SYS_landlock_add_rule,
    SYS_landlock_restrict_self, SYS_seccomp,
    // Signals of its own.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending,
    SYS_rt_sigtimedwait, SYS_rt_sigsuspend, SYS_sigaltstack,
    SYS_restart_syscall,
    // Time.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_time, SYS_timer_create, SYS_timer_settime,
    SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete,
    SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime,
    // What it may know of the system.
    SYS_getrandom, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getrlimit,
    SYS_times,
    // The loop.
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_wait, SYS_epoll_pwait,
    SYS_epoll_pwait2, SYS_eventfd2, SYS_poll, SYS_ppoll, SYS_select,
    SYS_pselect6, SYS_pipe2,
    // Descriptors.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64,
    SYS_preadv, SYS_pwritev, SYS_lseek, SYS_close, SYS_close_range, SYS_dup,
    SYS_dup2, SYS_dup3, SYS_fcntl, SYS_fsync, SYS_fdatasync, SYS_ftruncate,
    SYS_fallocate, SYS_fadvise64, SYS_sendfile, SYS_copy_file_range, SYS_flock,
    SYS_fstat, SYS_fstatfs, SYS_fchmod, SYS_fchown, SYS_fgetxattr,
    SYS_fsetxattr, SYS_fremovexattr,
    // Files: which ones, Landlock and the bindings say.
    SYS_open, SYS_openat, SYS_openat2, SYS_stat, SYS_lstat, SYS_newfstatat,
    SYS_statx, SYS_statfs, SYS_access, SYS_faccessat, SYS_faccessat2,
    SYS_getdents64, SYS_getcwd, SYS_readlink, SYS_readlinkat, SYS_mkdir,
    SYS_mkdirat, SYS_rmdir, SYS_unlink, SYS_unlinkat, SYS_rename, SYS_renameat,
    SYS_renameat2, SYS_link, SYS_linkat, SYS_symlink, SYS_symlinkat, SYS_chmod,
    SYS_fchmodat, SYS_utimensat, SYS_getxattr};

constexpr int kAllowedWithNet[] = {
    SYS_connect,     SYS_sendto,      SYS_recvfrom,   SYS_sendmsg,
    SYS_recvmsg,     SYS_sendmmsg,    SYS_recvmmsg,   SYS_shutdown,
    SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt};

// Numbers with this bit are the x32 ABI's, which has other numbers for some.
constexpr uint32_t kX32Bit = 0x40000000;

constexpr uint32_t kDeny = SECCOMP_RET_ERRNO | EPERM;

class Program {
 public:
  void Load(size_t offset) {
    Add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset));
  }
  // The lower half; the upper one of an int is of no meaning.
  void LoadArgument(int index) {
    Load(offsetof(seccomp_data, args) +
         static_cast<size_t>(index) * sizeof(uint64_t));
  }
  void Return(uint32_t action) { Add(BPF_RET | BPF_K, action); }

  // What comes next is for this case only: one instruction.
  void If(uint16_t test, uint32_t value) {
    code_.push_back(
        BPF_JUMP(static_cast<uint16_t>(BPF_JMP | test | BPF_K), value, 0, 1));
  }
  void IfNot(uint16_t test, uint32_t value) {
    code_.push_back(
        BPF_JUMP(static_cast<uint16_t>(BPF_JMP | test | BPF_K), value, 1, 0));
  }
  // The number, which is loaded, is this one: the next `length` instructions.
  void Case(int number, uint8_t length) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                             static_cast<uint32_t>(number), 0, length));
  }

  std::vector<sock_filter>& code() { return code_; }

 private:
  void Add(uint16_t operation, uint32_t value) {
    code_.push_back(BPF_STMT(operation, value));
  }

  std::vector<sock_filter> code_;
};

std::vector<sock_filter> MakeFilter(bool net) {
  Program program;
  program.Load(offsetof(seccomp_data, arch));
  program.IfNot(BPF_JEQ, AUDIT_ARCH_X86_64);
  program.Return(kDeny);
  program.Load(offsetof(seccomp_data, nr));
  program.If(BPF_JGE, kX32Bit);
  program.Return(kDeny);
  for (const int number : kAllowed) {
    program.If(BPF_JEQ, static_cast<uint32_t>(number));
    program.Return(SECCOMP_RET_ALLOW);
  }
  program.If(BPF_JEQ, SYS_clone3);
  program.Return(SECCOMP_RET_ERRNO | ENOSYS);
  // Threads, no processes.
  program.Case(SYS_clone, 4);
  program.LoadArgument(0);
  program.If(BPF_JSET, CLONE_THREAD);
  program.Return(SECCOMP_RET_ALLOW);
  program.Return(kDeny);
  program.Case(SYS_tgkill, 4);
  program.LoadArgument(0);
  program.If(BPF_JEQ, static_cast<uint32_t>(getpid()));
  program.Return(SECCOMP_RET_ALLOW);
  program.Return(kDeny);
  // To type into the terminal, which a shell would read.
  program.Case(SYS_ioctl, 6);
  program.LoadArgument(1);
  program.If(BPF_JEQ, TIOCSTI);
  program.Return(kDeny);
  program.If(BPF_JEQ, TIOCLINUX);
  program.Return(kDeny);
  program.Return(SECCOMP_RET_ALLOW);
  if (net) {
    for (const int number : kAllowedWithNet) {
      program.If(BPF_JEQ, static_cast<uint32_t>(number));
      program.Return(SECCOMP_RET_ALLOW);
    }
    program.Case(SYS_socket, 6);
    program.LoadArgument(0);
    program.If(BPF_JEQ, AF_INET);
    program.Return(SECCOMP_RET_ALLOW);
    program.If(BPF_JEQ, AF_INET6);
    program.Return(SECCOMP_RET_ALLOW);
    program.Return(kDeny);
  }
  program.Return(kDeny);
  return std::move(program.code());
}

}  // namespace

bool HasSeccomp() {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

absl::Status ForgoNewPrivileges() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1) {
    return ErrnoStatus(errno, "forgo new privileges", "", "prctl");
  }
  return absl::OkStatus();
}

absl::Status FilterSystemCalls(bool net) {
  if (absl::Status status = ForgoNewPrivileges(); !status.ok()) return status;
  std::vector<sock_filter> code = MakeFilter(net);
  sock_fprog program = {static_cast<unsigned short>(code.size()), code.data()};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == -1) {
    return ErrnoStatus(errno, "filter a thread's system calls", "", "seccomp");
  }
  return absl::OkStatus();
}

}  // namespace rt
