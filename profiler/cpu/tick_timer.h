#ifndef PROFILER_CPU_TICK_TIMER_H_
#define PROFILER_CPU_TICK_TIMER_H_

#include <time.h>

#include <atomic>
#include <cstdint>

namespace rt {

// Interrupts the thread that made it by SIGPROF, each time that it has been at
// work for about an interval: where it waits for something to do, it is not
// woken for ticks, and where it has very many short turns, these are not
// counted one by one.
//
// The kernel's timer (timer_create(2)) is set for one tick at a time, to when
// the work that is left until then would be done without a break. It stays set
// when the work ends before that, and finds out when it goes off: so most turns
// cost no system call. A thread that gets no core gets one tick for all the
// time that it waits for one.
//
// While the thread is at work and waits in the kernel, as in Atomics.wait(),
// one tick tells as much as many, and each would wake it: there is one when the
// wait has lasted for about an interval, and one at its end.
//
// Ticks come at no fixed distance, but at a random one whose mean is the
// interval, and the work goes on where it stood: else those of a program that
// does the same in each of its turns could all come at the same place.
//
// Made, used and destroyed on one thread. What is said to be for the signal
// handler may interrupt all else.
class TickTimer {
 public:
  static constexpr int64_t kNever = INT64_MAX;

  TickTimer();
  ~TickTimer();
  TickTimer(const TickTimer&) = delete;
  TickTimer& operator=(const TickTimer&) = delete;

  // Whether the system gave a timer. Without one there are no ticks.
  bool exists() const { return exists_; }

  // The thread is at work from `now_ns` (MonotonicNanos()) on, and wants a tick
  // each `interval_ns`, or kNever; and it is not any more. Begin() may follow
  // on Begin(), with another interval.
  void Begin(int64_t now_ns, int64_t interval_ns);
  void End(int64_t now_ns);

  // Between Begin() and End(): the thread is about to wait, and it waits no
  // more. EndWait() returns for how long it had no ticks, 0 where it had them
  // all; otherwise call TickNow(), which has a tick come at once.
  void BeginWait();
  int64_t EndWait(int64_t now_ns);
  void TickNow() { Set(0); }

  // For the signal handler, at each signal: whether a tick is due. If not, the
  // next signal comes when it is; if so, call Next() when the tick was taken.
  bool IsDue(int64_t now_ns);
  void Next(int64_t now_ns);

 private:
  // Of an interval: between half of it and one and a half.
  double RandomShare();
  void Set(int64_t ns);

  timer_t timer_{};
  bool exists_ = false;
  // 0 before the first one.
  int64_t interval_ns_ = 0;
  // The work until the next tick, as of since_ns_.
  int64_t left_ns_ = 0;
  int64_t since_ns_ = 0;
  std::atomic<bool> works_{false};
  std::atomic<bool> waits_{false};
  // Goes off when the work that is left could be done, or before.
  std::atomic<bool> is_set_{false};
  uint64_t random_;
};

}  // namespace rt

#endif  // PROFILER_CPU_TICK_TIMER_H_
