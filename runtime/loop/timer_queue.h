#ifndef RUNTIME_LOOP_TIMER_QUEUE_H_
#define RUNTIME_LOOP_TIMER_QUEUE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/any_invocable.h"

namespace rt {

// Deadlines and what to do at them, in the order that HTML asks of timers: by
// deadline, then by the order of Add().
//
// Owned by an EventLoop, on its thread. Knows no clock: the caller says what
// time it is, in nanoseconds of CLOCK_MONOTONIC.
class TimerQueue {
 public:
  using Id = uint64_t;
  using Task = absl::AnyInvocable<void()>;

  // `deadline` may be in the past. Ids start at 1 and are never used again.
  Id Add(int64_t deadline, Task task);

  // Destroys the task. False where there is no such timer (any more).
  bool Remove(Id id);

  // Nothing when there is no timer.
  std::optional<int64_t> NextDeadline() const;

  // Removes the earliest timer whose deadline is at most `now` and whose id is
  // at most `newest`, and returns its task for the caller to run.
  std::optional<Task> TakeDue(int64_t now, Id newest);

  // The id that Add() gave last; 0 before the first.
  Id last_id() const { return last_id_; }

  void Clear();

 private:
  using Key = std::pair<int64_t, Id>;

  Id last_id_ = 0;
  std::map<Key, Task> timers_;
  absl::flat_hash_map<Id, int64_t> deadlines_;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_TIMER_QUEUE_H_
