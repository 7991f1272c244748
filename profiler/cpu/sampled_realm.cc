#include "profiler/cpu/sampled_realm.h"

#include <algorithm>

#include "profiler/cpu/sampler_cpu.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"
#include "runtime/loop/reactor.h"

namespace rt {
namespace {

// The first request to rotate comes when the ring is half full. The next one
// comes kRepeat ticks later, and so on until the ring has been read.
constexpr uint64_t kHalf = TickRing::kCapacity / 2;
constexpr uint64_t kRepeat = TickRing::kCapacity / 32;
// Beyond this, for each kStep ticks that are kept, half as many come through.
constexpr uint64_t kCrowded = kHalf + TickRing::kCapacity / 8;
constexpr uint64_t kStep = TickRing::kCapacity / 64;

// Read by the signal handler: constant-initialized, so that reading them runs
// no code that makes them.
constinit thread_local SampledRealm* current_realm = nullptr;
// On this thread.
constinit thread_local int sampled_realms = 0;
constinit thread_local int64_t last_tick_ns = 0;

}  // namespace

std::shared_ptr<SampledRealm> SampledRealm::Acquire(EventLoop& loop) {
  if (current_realm != nullptr) {
    RT_CHECK(&current_realm->loop_ == &loop);
    return current_realm->shared_from_this();
  }
  std::shared_ptr<SampledRealm> realm(new SampledRealm(loop));
  current_realm = realm.get();
  return realm;
}

SampledRealm::SampledRealm(EventLoop& loop) : loop_(loop) {
  LetSamplersFollow();
  loop_.AddWatcher(this);
  ++sampled_realms;
}

SampledRealm::~SampledRealm() {
  current_realm = nullptr;
  --sampled_realms;
  loop_.RemoveWatcher(this);
}

SampledRealm* SampledRealm::Current() { return current_realm; }

void SampledRealm::AddReader(Reader* reader, int interval_us) {
  readers_.push_back(reader);
  interval_ns_ = std::min(interval_ns_, int64_t{interval_us} * 1000);
}

void SampledRealm::RemoveReader(Reader* reader) {
  readers_.erase(std::find(readers_.begin(), readers_.end(), reader));
}

void SampledRealm::Rotate() {
  const ScopedProfilerPause pause(*this);
  uint64_t needed = ring_.end();
  for (Reader* reader : readers_) {
    reader->Rotate();
    needed = std::min(needed, reader->first_needed_tick());
  }
  ring_.TrimTo(needed);
}

BusyTime SampledRealm::Now() const {
  return {MonotonicNanos() - apart_.idle_wall_ns - apart_.ready_wall_ns -
              apart_.profiler_wall_ns,
          ThreadCpuNanos() - apart_.reactor_cpu_ns - apart_.others_cpu_ns -
              apart_.profiler_cpu_ns};
}

void SampledRealm::OnTurnEnd() {
  current_realm = nullptr;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  parked_at_ = {MonotonicNanos(), loop_.reactor()->cpu_after_last_turn_ns()};
}

void SampledRealm::OnTurnBegin(int64_t ready_ns, int64_t cpu_ns) {
  const int64_t now_ns = MonotonicNanos();
  ready_ns = std::clamp(ready_ns, parked_at_.wall_ns, now_ns);
  apart_.idle_wall_ns += ready_ns - parked_at_.wall_ns;
  apart_.ready_wall_ns += now_ns - ready_ns;
  apart_.others_cpu_ns += cpu_ns - parked_at_.cpu_ns;
  apart_.reactor_cpu_ns += ThreadCpuNanos() - cpu_ns;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  current_realm = this;
}

void SampledRealm::BeginPause() {
  RT_CHECK(!is_paused_.load(std::memory_order_relaxed));
  // The handler takes no tick from here on, so that the busy clocks of every
  // tick are those before this pause or those after it.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  is_paused_.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  paused_at_ = Now();
}

void SampledRealm::EndPause() {
  const BusyTime took = Now() - paused_at_;
  apart_.profiler_wall_ns += took.wall_ns;
  apart_.profiler_cpu_ns += took.cpu_ns;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  is_paused_.store(false, std::memory_order_relaxed);
}

bool SampledRealm::IsTooSoon() {
  if (sampled_realms == 1) return false;
  const int64_t now_ns = MonotonicNanos();
  // A sampler's own ticks come a little early or late.
  if (now_ns - last_tick_ns < interval_ns_ - interval_ns_ / 8) return true;
  last_tick_ns = now_ns;
  return false;
}

bool SampledRealm::WantsTick() {
  if (is_paused_.load(std::memory_order_relaxed) || IsTooSoon()) return false;
  const uint64_t size = ring_.size();
  if (size < kCrowded) {
    crowded_ticks_ = 0;
    return true;
  }
  if (size == TickRing::kCapacity) return false;
  const uint64_t period = uint64_t{1} << (1 + (size - kCrowded) / kStep);
  return ++crowded_ticks_ % period == 0;
}

bool SampledRealm::Record(const Tick& tick) {
  ring_.Push(tick);
  const uint64_t size = ring_.size();
  return size >= kHalf && size % kRepeat == 0;
}

}  // namespace rt
