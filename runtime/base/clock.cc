#include "runtime/base/clock.h"

#include "runtime/base/check.h"

namespace rt {

int64_t ClockNanos(clockid_t clock) {
  timespec now;
  RT_CHECK(clock_gettime(clock, &now) == 0);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

int64_t MonotonicNanos() { return ClockNanos(CLOCK_MONOTONIC); }
int64_t WallNanos() { return ClockNanos(CLOCK_REALTIME); }
int64_t ThreadCpuNanos() { return ClockNanos(CLOCK_THREAD_CPUTIME_ID); }
int64_t ProcessCpuNanos() { return ClockNanos(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace rt
