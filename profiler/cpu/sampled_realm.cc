#include "profiler/cpu/sampled_realm.h"

#include <algorithm>
#include <numeric>
#include <utility>

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
// Of this thread, while it has a sampled realm.
constinit thread_local TickTimer* tick_timer = nullptr;
constinit thread_local int sampled_realms = 0;

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
  loop_.AddWatcher(this);
  if (++sampled_realms == 1) tick_timer = new TickTimer;
}

SampledRealm::~SampledRealm() {
  current_realm = nullptr;
  tick_timer->End(MonotonicNanos());
  if (--sampled_realms == 0) delete std::exchange(tick_timer, nullptr);
  loop_.RemoveWatcher(this);
}

bool SampledRealm::HasTicks() { return tick_timer->exists(); }

SampledRealm* SampledRealm::Current() { return current_realm; }

void SampledRealm::AddReader(Reader* reader, int interval_us) {
  readers_.push_back({reader, int64_t{interval_us} * 1000});
  SetInterval();
}

void SampledRealm::RemoveReader(Reader* reader) {
  readers_.erase(
      std::find_if(readers_.begin(), readers_.end(),
                   [&](const Use& use) { return use.reader == reader; }));
  SetInterval();
}

void SampledRealm::SetInterval() {
  interval_ns_ = readers_.empty() ? TickTimer::kNever : 0;
  for (const Use& use : readers_) {
    interval_ns_ = std::gcd(interval_ns_, use.interval_ns);
  }
  tick_timer->Begin(MonotonicNanos(), interval_ns_);
}

void SampledRealm::Rotate() {
  const ScopedProfilerPause pause(*this);
  uint64_t needed = ring_.end();
  for (const Use& use : readers_) {
    use.reader->Rotate();
    needed = std::min(needed, use.reader->first_needed_tick());
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
  tick_timer->End(parked_at_.wall_ns);
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
  tick_timer->Begin(now_ns, interval_ns_);
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

void SampledRealm::BeginWait() { tick_timer->BeginWait(); }

void SampledRealm::EndWait() {
  const int64_t unticked_ns = tick_timer->EndWait(MonotonicNanos());
  if (unticked_ns == 0) return;
  unticked_ns_.store(unticked_ns, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  tick_timer->TickNow();
}

SampledRealm* SampledRealm::BeginTick() {
  TickTimer* const timer = tick_timer;
  if (timer == nullptr || !timer->IsDue(MonotonicNanos())) return nullptr;
  if (current_realm != nullptr && current_realm->WantsTick()) {
    return current_realm;
  }
  timer->Next(MonotonicNanos());
  return nullptr;
}

void SampledRealm::EndTick() { tick_timer->Next(MonotonicNanos()); }

bool SampledRealm::WantsTick() {
  if (is_paused_.load(std::memory_order_relaxed)) return false;
  const uint64_t size = ring_.size();
  if (size < kCrowded) {
    crowded_ticks_ = 0;
    return true;
  }
  if (size == TickRing::kCapacity) return false;
  const uint64_t period = uint64_t{1} << (1 + (size - kCrowded) / kStep);
  return ++crowded_ticks_ % period == 0;
}

bool SampledRealm::Record(Tick tick) {
  tick.unticked_ns = unticked_ns_.exchange(0, std::memory_order_relaxed);
  ring_.Push(tick);
  const uint64_t size = ring_.size();
  return size >= kHalf && size % kRepeat == 0;
}

}  // namespace rt
