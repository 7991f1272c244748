#include "runtime/base/clock.h"

#include <time.h>

namespace rt {
namespace {

int64_t Read(clockid_t clock) {
  // Cannot fail for these clocks on Linux (clock_gettime(2)).
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

int64_t MonotonicNanos() { return Read(CLOCK_MONOTONIC); }
int64_t WallNanos() { return Read(CLOCK_REALTIME); }
int64_t ThreadCpuNanos() { return Read(CLOCK_THREAD_CPUTIME_ID); }
int64_t ProcessCpuNanos() { return Read(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace rt
