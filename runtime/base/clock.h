#ifndef RUNTIME_BASE_CLOCK_H_
#define RUNTIME_BASE_CLOCK_H_

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

}  // namespace rt

#endif  // RUNTIME_BASE_CLOCK_H_
