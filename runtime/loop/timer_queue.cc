#include "runtime/loop/timer_queue.h"

namespace rt {

TimerQueue::Id TimerQueue::Add(int64_t deadline, Task task) {
  const Id id = ++last_id_;
  timers_.emplace(Key(deadline, id), std::move(task));
  deadlines_.emplace(id, deadline);
  return id;
}

bool TimerQueue::Remove(Id id) {
  const auto found = deadlines_.find(id);
  if (found == deadlines_.end()) return false;
  timers_.erase(Key(found->second, id));
  deadlines_.erase(found);
  return true;
}

std::optional<int64_t> TimerQueue::NextDeadline() const {
  if (timers_.empty()) return std::nullopt;
  return timers_.begin()->first.first;
}

std::optional<TimerQueue::Task> TimerQueue::TakeDue(int64_t now, Id newest) {
  for (auto timer = timers_.begin();
       timer != timers_.end() && timer->first.first <= now; ++timer) {
    if (timer->first.second > newest) continue;
    Task task = std::move(timer->second);
    deadlines_.erase(timer->first.second);
    timers_.erase(timer);
    return task;
  }
  return std::nullopt;
}

void TimerQueue::Clear() {
  timers_.clear();
  deadlines_.clear();
}

}  // namespace rt
