#include "profiler/cpu/sampled_thread.h"

#include <algorithm>

#include "profiler/cpu/sampler_cpu.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

// The first request to rotate comes when the ring is half full. The next one
// comes kRepeat ticks later, and so on until the ring has been read.
constexpr uint64_t kHalf = TickRing::kCapacity / 2;
constexpr uint64_t kRepeat = TickRing::kCapacity / 32;
// Beyond this, for each kStep ticks that are kept, half as many come through.
constexpr uint64_t kCrowded = kHalf + TickRing::kCapacity / 8;
constexpr uint64_t kStep = TickRing::kCapacity / 64;

// Read by the signal handler: constant-initialized, so that reading it runs no
// code that makes it.
constinit thread_local SampledThread* current_thread = nullptr;

}  // namespace

std::shared_ptr<SampledThread> SampledThread::Acquire(EventLoop& loop) {
  if (current_thread != nullptr) {
    RT_CHECK(&current_thread->loop_ == &loop);
    return current_thread->shared_from_this();
  }
  std::shared_ptr<SampledThread> thread(new SampledThread(loop));
  current_thread = thread.get();
  return thread;
}

SampledThread::SampledThread(EventLoop& loop) : loop_(loop) {
  LetSamplersFollow();
  loop_.AddWatcher(this);
}

SampledThread::~SampledThread() {
  current_thread = nullptr;
  loop_.RemoveWatcher(this);
}

SampledThread* SampledThread::Current() { return current_thread; }

void SampledThread::RemoveReader(Reader* reader) {
  readers_.erase(std::find(readers_.begin(), readers_.end(), reader));
}

void SampledThread::Rotate() {
  const ScopedProfilerPause pause(*this);
  uint64_t needed = ring_.end();
  for (Reader* reader : readers_) {
    reader->Rotate();
    needed = std::min(needed, reader->first_needed_tick());
  }
  ring_.TrimTo(needed);
}

BusyTime SampledThread::Now() const {
  return {MonotonicNanos() - paused_.idle_wall_ns - paused_.profiler_wall_ns,
          ThreadCpuNanos() - paused_.idle_cpu_ns - paused_.profiler_cpu_ns};
}

void SampledThread::BeginPause(Pause why) {
  RT_CHECK(!is_paused_.load(std::memory_order_relaxed));
  pause_ = why;
  // The handler takes no tick from here on, so that the busy clocks of every
  // tick are those before this pause or those after it.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  is_paused_.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  paused_at_ = Now();
}

void SampledThread::EndPause() {
  const BusyTime took = Now() - paused_at_;
  if (pause_ == Pause::kIdle) {
    paused_.idle_wall_ns += took.wall_ns;
    paused_.idle_cpu_ns += took.cpu_ns;
    paused_.idle_ticks = idle_ticks_.load(std::memory_order_relaxed);
  } else {
    paused_.profiler_wall_ns += took.wall_ns;
    paused_.profiler_cpu_ns += took.cpu_ns;
  }
  std::atomic_signal_fence(std::memory_order_seq_cst);
  is_paused_.store(false, std::memory_order_relaxed);
}

bool SampledThread::WantsTick() {
  if (is_paused_.load(std::memory_order_relaxed)) {
    if (pause_ == Pause::kIdle) {
      idle_ticks_.store(idle_ticks_.load(std::memory_order_relaxed) + 1,
                        std::memory_order_relaxed);
    }
    return false;
  }
  const uint64_t size = ring_.size();
  if (size < kCrowded) {
    crowded_ticks_ = 0;
    return true;
  }
  if (size == TickRing::kCapacity) return false;
  const uint64_t period = uint64_t{1} << (1 + (size - kCrowded) / kStep);
  return ++crowded_ticks_ % period == 0;
}

bool SampledThread::Record(const Tick& tick) {
  ring_.Push(tick);
  const uint64_t size = ring_.size();
  return size >= kHalf && size % kRepeat == 0;
}

}  // namespace rt
