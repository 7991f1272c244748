#ifndef RUNTIME_BASE_CLOCK_H_
#define RUNTIME_BASE_CLOCK_H_

#include <sys/time.h>
#include <time.h>

#include <cstdint>

namespace rt {

// Nanoseconds. Any thread; async-signal safe.

// CLOCK_MONOTONIC: since an unspecified point; the clock of V8's sample
// timestamps (which are in microseconds).
int64_t MonotonicNanos();

// CLOCK_REALTIME: since 1970-01-01 00:00 UTC.
int64_t WallNanos();

// CLOCK_THREAD_CPUTIME_ID: what the kernel says that the calling thread has
// used of a CPU, in user and in kernel mode.
int64_t ThreadCpuNanos();

// CLOCK_PROCESS_CPUTIME_ID: the same over all threads of the process.
int64_t ProcessCpuNanos();

// Of any clock that there is, such as another thread's of
// pthread_getcpuclockid(3) as long as that lives.
int64_t ClockNanos(clockid_t clock);

// A time of the kernel, such as those of getrusage(2), in microseconds.
inline int64_t Micros(const timeval& time) {
  return int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
}

}  // namespace rt

#endif  // RUNTIME_BASE_CLOCK_H_
