#ifndef PROFILER_CPU_TICK_RING_H_
#define PROFILER_CPU_TICK_RING_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace rt {

// How long a thread has been at work, on two clocks, in nanoseconds: both run
// while the thread is busy and stand still while it is paused (see
// SampledRealm). Only differences between two of them mean anything.
struct BusyTime {
  int64_t wall_ns = 0;
  int64_t cpu_ns = 0;

  friend BusyTime operator-(const BusyTime& a, const BusyTime& b) {
    return {a.wall_ns - b.wall_ns, a.cpu_ns - b.cpu_ns};
  }
  friend bool operator==(const BusyTime&, const BusyTime&) = default;
};

// One tick of the sampler, as the signal handler saw it on the sampled thread.
struct Tick {
  // The time before and after V8 took its samples, in the clock and the unit of
  // V8's sample timestamps: a sample with a timestamp between the two is of
  // this tick.
  int64_t begin_us = 0;
  int64_t end_us = 0;
  // The thread's clocks at the tick.
  BusyTime at;
  // For how long before it there was no tick, as none was needed: the thread
  // waited.
  int64_t unticked_ns = 0;
};

// The newest ticks of one thread, at most kCapacity of them, by an index that
// counts up from 0 and never starts again.
//
// The signal handler pushes; the code that it interrupts, on the same thread,
// reads and trims. So nothing here is shared between threads, and the fences
// are for the compiler only.
class TickRing {
 public:
  static constexpr uint64_t kCapacity = 4096;

  TickRing() {}  // NOLINT(modernize-use-equals-default): a union has no default

  // In the signal handler. The tick is dropped when the ring is full.
  void Push(const Tick& tick) {
    const uint64_t end = end_.load(std::memory_order_relaxed);
    if (end - begin() == kCapacity) return;
    ticks_[end % kCapacity] = tick;
    std::atomic_signal_fence(std::memory_order_release);
    end_.store(end + 1, std::memory_order_relaxed);
  }

  // The ticks that are kept have the indexes from begin() up to, and without,
  // end().
  uint64_t begin() const { return begin_.load(std::memory_order_relaxed); }
  uint64_t end() const {
    const uint64_t end = end_.load(std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_acquire);
    return end;
  }
  size_t size() const { return static_cast<size_t>(end() - begin()); }

  // Of a tick that is kept.
  const Tick& operator[](uint64_t index) const {
    return ticks_[index % kCapacity];
  }

  // Drops the ticks before `index`, which must not be beyond end().
  void TrimTo(uint64_t index) {
    begin_.store(index, std::memory_order_relaxed);
  }

 private:
  std::atomic<uint64_t> begin_{0};
  std::atomic<uint64_t> end_{0};
  // In a union, so that nothing is written here before the ticks are: a realm
  // has no more of these 40 pages than it had ticks for.
  union {
    std::array<Tick, kCapacity> ticks_;
  };
};

}  // namespace rt

#endif  // PROFILER_CPU_TICK_RING_H_
