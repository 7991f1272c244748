#include "profiler/cpu/tick_timer.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/clock.h"

namespace rt {

TickTimer::TickTimer() : random_(static_cast<uint64_t>(MonotonicNanos()) | 1) {
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  exists_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
}

TickTimer::~TickTimer() {
  if (exists_) timer_delete(timer_);
}

// By Marsaglia's xorshift64.
double TickTimer::RandomShare() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return 0.5 + static_cast<double>(random_ >> 11) * 0x1p-53;
}

void TickTimer::Set(int64_t ns) {
  is_set_.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  ns = std::max<int64_t>(ns, 1);  // 0 would stop it
  itimerspec when = {};
  when.it_value.tv_sec = ns / 1'000'000'000;
  when.it_value.tv_nsec = ns % 1'000'000'000;
  timer_settime(timer_, 0, &when, nullptr);
}

void TickTimer::Begin(int64_t now_ns, int64_t interval_ns) {
  if (works_.load(std::memory_order_relaxed)) End(now_ns);
  if (!exists_ || interval_ns == kNever) return;
  const bool is_other = interval_ns != interval_ns_;
  if (is_other) {
    // What was done of the one interval is done of the other.
    const double share =
        interval_ns_ == 0
            ? RandomShare()
            : static_cast<double>(left_ns_) / static_cast<double>(interval_ns_);
    left_ns_ = static_cast<int64_t>(share * static_cast<double>(interval_ns));
    interval_ns_ = interval_ns;
  }
  since_ns_ = now_ns;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  works_.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (is_other || !is_set_.load(std::memory_order_relaxed)) Set(left_ns_);
}

void TickTimer::End(int64_t now_ns) {
  if (!works_.load(std::memory_order_relaxed)) return;
  works_.store(false, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  left_ns_ -= now_ns - since_ns_;
}

void TickTimer::BeginWait() {
  waits_.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

int64_t TickTimer::EndWait(int64_t now_ns) {
  waits_.store(false, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (!works_.load(std::memory_order_relaxed) ||
      is_set_.load(std::memory_order_relaxed)) {
    return 0;
  }
  return now_ns - since_ns_;
}

bool TickTimer::IsDue(int64_t now_ns) {
  is_set_.store(false, std::memory_order_relaxed);
  if (!works_.load(std::memory_order_relaxed)) return false;
  const int64_t left_ns = left_ns_ - (now_ns - since_ns_);
  if (left_ns <= interval_ns_ / 8) return true;
  Set(left_ns);
  return false;
}

void TickTimer::Next(int64_t now_ns) {
  since_ns_ = now_ns;
  left_ns_ =
      static_cast<int64_t>(RandomShare() * static_cast<double>(interval_ns_));
  if (!waits_.load(std::memory_order_relaxed)) Set(left_ns_);
}

}  // namespace rt
