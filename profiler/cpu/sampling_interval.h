#ifndef PROFILER_CPU_SAMPLING_INTERVAL_H_
#define PROFILER_CPU_SAMPLING_INTERVAL_H_

namespace rt {

// Microseconds between two samples: `--profile-interval` and the `interval` of
// rt:profiler. Below the least, the sampler would take more of the CPU than the
// program does.
inline constexpr int kMinSamplingIntervalUs = 100;
inline constexpr int kMaxSamplingIntervalUs = 1'000'000;
inline constexpr int kDefaultSamplingIntervalUs = 1000;

}  // namespace rt

#endif  // PROFILER_CPU_SAMPLING_INTERVAL_H_
