// What a tick each millisecond costs on this machine, with nothing sampled: a
// thread that computes is interrupted by SIGPROF, whose handler returns. So
// much a profiler costs before it looks at a stack. Prints the CPU time of the
// process over that without ticks, for the kernel's timer of that thread, which
// is rt's way; for a second thread that sleeps and sends the signal, which is
// V8's; for one that is kept on the CPU of the thread that computes; and for
// the kernel's own sampling event, which perf(1) uses, without a signal or a
// record: of an interrupt alone. "-" where the system does not allow that one.
//
//   bare_tick ROUNDS

#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr long kIntervalNs = 1'000'000;
// About a tenth of a second.
constexpr long kSteps = 100'000'000;

double ProcessCpu() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

void KeepOn(int cpu) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(cpu, &only);
  sched_setaffinity(0, sizeof(only), &only);
}

class ThreadTicker {
 public:
  // `cpu`: where to run; negative for anywhere.
  ThreadTicker(pthread_t target, int cpu)
      : thread_([this, target, cpu] {
          if (cpu >= 0) KeepOn(cpu);
          Run(target);
        }) {}

  ~ThreadTicker() {
    ended_ = true;
    thread_.join();
  }

 private:
  void Run(pthread_t target) {
    while (!ended_) {
      const timespec interval = {0, kIntervalNs};
      clock_nanosleep(CLOCK_MONOTONIC, 0, &interval, nullptr);
      pthread_kill(target, SIGPROF);
    }
  }

  std::atomic<bool> ended_{false};
  std::thread thread_;
};

class TimerTicker {
 public:
  TimerTicker() {
    sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
    signal(SIGPROF, [](int) { Set(); });
    Set();
  }

  ~TimerTicker() {
    signal(SIGPROF, [](int) {});
    timer_delete(timer);
  }

 private:
  static inline timer_t timer;

  static void Set() {
    const itimerspec when = {{0, 0}, {0, kIntervalNs}};
    timer_settime(timer, 0, &when, nullptr);
  }
};

class KernelTicker {
 public:
  KernelTicker() {
    perf_event_attr event = {};
    event.size = sizeof(event);
    event.type = PERF_TYPE_SOFTWARE;
    event.config = PERF_COUNT_SW_CPU_CLOCK;
    event.sample_period = kIntervalNs;
    fd_ = static_cast<int>(
        syscall(SYS_perf_event_open, &event, /*thread=*/0, /*cpu=*/-1, -1, 0));
  }
  ~KernelTicker() {
    if (exists()) close(fd_);
  }
  bool exists() const { return fd_ != -1; }

 private:
  int fd_;
};

double Compute() {
  static std::vector<double> numbers(1 << 16);
  volatile double one = 1;
  const double begin = ProcessCpu();
  for (long i = 0; i < kSteps; ++i) numbers[i & 0xffff] += one;
  return ProcessCpu() - begin;
}

double TickedByTimer() {
  const TimerTicker ticker;
  return Compute();
}

double TickedByThread(bool same_cpu) {
  const ThreadTicker ticker(pthread_self(), same_cpu ? sched_getcpu() : -1);
  return Compute();
}

double TickedByKernel() {
  const KernelTicker ticker;
  return ticker.exists() ? Compute() : 0;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPROF, [](int) {});
  const int rounds = argc > 1 ? std::max(1, atoi(argv[1])) : 15;
  std::vector<double> timer;
  std::vector<double> elsewhere;
  std::vector<double> here;
  std::vector<double> kernel;
  Compute();
  for (int round = 0; round < rounds; ++round) {
    const double before = Compute();
    const double timed = TickedByTimer();
    const double free = TickedByThread(/*same_cpu=*/false);
    const double kept = TickedByThread(/*same_cpu=*/true);
    const double sampled = TickedByKernel();
    const double without = (before + Compute()) / 2;
    timer.push_back(timed / without);
    elsewhere.push_back(free / without);
    here.push_back(kept / without);
    kernel.push_back(sampled / without);
  }
  printf("%.3f %.3f %.3f ", Median(timer), Median(elsewhere), Median(here));
  if (Median(kernel) == 0) {
    printf("-\n");
  } else {
    printf("%.3f\n", Median(kernel));
  }
  return 0;
}
