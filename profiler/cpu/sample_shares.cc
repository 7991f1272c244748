#include "profiler/cpu/sample_shares.h"

namespace rt {

void SampleShares::Join(
    const TickRing& ring, absl::Span<const int64_t> times_us, int64_t end_us,
    absl::FunctionRef<void(size_t, const BusyTime&, const Tick&)> take) {
  const uint64_t end = ring.end();
  for (size_t i = 0; i < times_us.size(); ++i) {
    while (next_tick_ < end && ring[next_tick_].end_us < times_us[i]) {
      ++next_tick_;
    }
    if (next_tick_ == end) break;
    const Tick& tick = ring[next_tick_];
    if (times_us[i] < tick.begin_us) continue;
    take(i, tick.at - last_, tick);
    last_ = tick.at;
    ++next_tick_;
  }
  while (next_tick_ < end && ring[next_tick_].end_us < end_us) ++next_tick_;
}

}  // namespace rt
