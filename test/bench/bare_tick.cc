// What a tick each millisecond costs on this machine, with nothing sampled: one
// thread computes, another waits for a millisecond and sends it SIGPROF, whose
// handler returns. So much a profiler that has a thread of its own costs before
// it looks at a stack. Prints the CPU time of both threads over that without
// ticks, for a ticker that runs where the system puts it and for one that is
// kept on the CPU of the computing thread.
//
//   bare_tick ROUNDS

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

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

class Ticker {
 public:
  // `cpu`: where to run; negative for anywhere.
  Ticker(pthread_t target, int cpu)
      : thread_([this, target, cpu] {
          if (cpu >= 0) KeepOn(cpu);
          Run(target);
        }) {}

  ~Ticker() {
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

double Compute() {
  static std::vector<double> numbers(1 << 16);
  volatile double one = 1;
  const double begin = ProcessCpu();
  for (long i = 0; i < kSteps; ++i) numbers[i & 0xffff] += one;
  return ProcessCpu() - begin;
}

double Ticked(bool same_cpu) {
  const Ticker ticker(pthread_self(), same_cpu ? sched_getcpu() : -1);
  return Compute();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPROF, [](int) {});
  const int rounds = argc > 1 ? std::max(1, atoi(argv[1])) : 15;
  std::vector<double> elsewhere;
  std::vector<double> here;
  Compute();
  for (int round = 0; round < rounds; ++round) {
    const double before = Compute();
    const double free = Ticked(/*same_cpu=*/false);
    const double kept = Ticked(/*same_cpu=*/true);
    const double without = (before + Compute()) / 2;
    elsewhere.push_back(free / without);
    here.push_back(kept / without);
  }
  printf("%.3f %.3f\n", Median(elsewhere), Median(here));
  return 0;
}
