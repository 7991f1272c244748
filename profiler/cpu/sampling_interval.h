#ifndef PROFILER_CPU_SAMPLING_INTERVAL_H_
#define PROFILER_CPU_SAMPLING_INTERVAL_H_

namespace rt {

// Microseconds between two samples: `--profile-interval` and the `interval` of
// rt:profiler. Below the least, the sampler would take more of the CPU than the
// program does.
inline constexpr int kMinSamplingIntervalUs = 100;
inline constexpr int kMaxSamplingIntervalUs = 1'000'000;
inline constexpr int kDefaultSamplingIntervalUs = 1000;

// The profiles of one realm share a sampler, which runs at the largest interval
// that all of theirs are multiples of. So that this stays in bounds, intervals
// come in steps.
inline constexpr int kSamplingIntervalStepUs = 100;

// The interval that stands for `interval_us`: the next lower step.
constexpr int RoundSamplingInterval(int interval_us) {
  return interval_us / kSamplingIntervalStepUs * kSamplingIntervalStepUs;
}

}  // namespace rt

#endif  // PROFILER_CPU_SAMPLING_INTERVAL_H_
