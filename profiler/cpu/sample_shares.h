#ifndef PROFILER_CPU_SAMPLE_SHARES_H_
#define PROFILER_CPU_SAMPLE_SHARES_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "profiler/cpu/tick_ring.h"

namespace rt {

// Shares out the busy time of a thread among the samples that V8 took of it.
//
// V8 says when a sample was taken and where the program was; the ring of ticks
// says what the thread's clocks showed at that time. A sample gets the time
// since the one before it, so that the shares of all samples, with what
// TakeRemainder() gives, are the busy time to the nanosecond, however many
// ticks were lost: hits times interval would not be.
//
// One object for each recording, over all of its segments in order.
class SampleShares {
 public:
  // The recording starts at the time `start` and sees the ticks from
  // `first_tick` on.
  SampleShares(const BusyTime& start, uint64_t first_tick)
      : last_(start), next_tick_(first_tick) {}

  // Looks up the ticks of samples, by their timestamps in microseconds, in
  // ascending order. Calls `take` for each sample that a tick of the ring
  // stands for, with its place in `times_us`, its share and that tick. Others
  // are skipped: V8 also puts down where it was when it started, stopped and
  // deoptimized. Ticks before `end_us` that no sample came for are done with.
  void Join(const TickRing& ring, absl::Span<const int64_t> times_us,
            int64_t end_us,
            absl::FunctionRef<void(size_t, const BusyTime&, const Tick&)> take);

  // The time since the last sample that was joined, or since the last call: the
  // next sample's share begins `now`, which no tick that was joined is after.
  BusyTime TakeRemainder(const BusyTime& now) {
    return now - std::exchange(last_, now);
  }

  // The first tick that a later sample may belong to.
  uint64_t next_tick() const { return next_tick_; }

 private:
  BusyTime last_;
  uint64_t next_tick_;
};

}  // namespace rt

#endif  // PROFILER_CPU_SAMPLE_SHARES_H_
