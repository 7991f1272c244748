#include "runtime/loop/event_loop.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

#include "runtime/base/clock.h"
#include "runtime/loop/reactor.h"

namespace rt {
namespace {

bool HasCome(const std::optional<int64_t>& deadline_ns, int64_t now_ns) {
  return deadline_ns.has_value() && *deadline_ns <= now_ns;
}

}  // namespace

// Wakes a parked loop at its next deadline.
struct EventLoop::Timer {
  explicit Timer(boost::asio::io_context& context) : asio(context) {}

  boost::asio::steady_timer asio;
  std::optional<int64_t> armed_deadline;
};

EventLoop::KeepAlive::KeepAlive(EventLoop* loop) : loop_(loop) {
  ++loop_->holds_;
}

EventLoop::KeepAlive::KeepAlive(KeepAlive&& other) noexcept
    : loop_(std::exchange(other.loop_, nullptr)) {}

EventLoop::KeepAlive& EventLoop::KeepAlive::operator=(
    KeepAlive&& other) noexcept {
  std::swap(loop_, other.loop_);
  return *this;
}

EventLoop::KeepAlive::~KeepAlive() {
  if (loop_ != nullptr) --loop_->holds_;
}

std::shared_ptr<EventLoop> EventLoop::Create(std::shared_ptr<Reactor> reactor) {
  return std::shared_ptr<EventLoop>(new EventLoop(std::move(reactor)));
}

EventLoop::EventLoop(std::shared_ptr<Reactor> reactor)
    : reactor_(std::move(reactor)),
      timer_(std::make_unique<Timer>(reactor_->context())) {
  reactor_->Attach(this);
}

EventLoop::~EventLoop() { Close(); }

bool EventLoop::Post(Task task) {
  std::shared_ptr<EventLoop> woken;
  {
    absl::MutexLock lock(&mutex_);
    if (refuses_tasks_) return false;
    posted_.push_back(std::move(task));
    woken = BeReady(0);
  }
  Wake(woken);
  return true;
}

bool EventLoop::PostControl(Task task) {
  std::shared_ptr<EventLoop> woken;
  {
    absl::MutexLock lock(&mutex_);
    if (state_ == State::kClosed) return false;
    control_.push_back(std::move(task));
    woken = BeReady(0);
  }
  Wake(woken);
  return true;
}

void EventLoop::Stop() {
  std::shared_ptr<EventLoop> woken;
  {
    absl::MutexLock lock(&mutex_);
    stopped_.store(true, std::memory_order_release);
    woken = BeReady(0);
  }
  Wake(woken);
}

// `since_ns`: 0 for now. Returns itself where it was parked, for Wake() outside
// of the lock: else the reactor's thread would wake up to wait for that.
std::shared_ptr<EventLoop> EventLoop::BeReady(int64_t since_ns) {
  // At its end a turn looks at what has come.
  if (state_ != State::kParked) return nullptr;
  state_ = State::kReady;
  ready_ns_ = since_ns != 0 ? since_ns : MonotonicNanos();
  return shared_from_this();
}

void EventLoop::Wake(const std::shared_ptr<EventLoop>& loop) {
  if (loop != nullptr) loop->reactor_->MakeReady(loop);
}

std::optional<int64_t> EventLoop::waiting_since_ns() {
  absl::MutexLock lock(&mutex_);
  if (state_ == State::kReady) return ready_ns_;
  const bool is_due =
      state_ == State::kParked && HasCome(deadline_ns_, MonotonicNanos());
  return is_due ? deadline_ns_ : std::nullopt;
}

void EventLoop::AddWatcher(LoopWatcher* watcher) {
  watchers_.push_back(watcher);
  if (watchers_.size() == 1) reactor_->KeepCpuClock(true);
}

void EventLoop::RemoveWatcher(LoopWatcher* watcher) {
  watchers_.erase(std::find(watchers_.begin(), watchers_.end(), watcher));
  if (watchers_.empty()) reactor_->KeepCpuClock(false);
}

bool EventLoop::TakeTurn() {
  int64_t ready_ns = 0;
  {
    absl::MutexLock lock(&mutex_);
    if (state_ != State::kReady) return false;
    state_ = State::kInTurn;
    ready_ns = ready_ns_;
  }
  for (LoopWatcher* watcher : watchers_) {
    watcher->OnTurnBegin(ready_ns, reactor_->cpu_after_last_turn_ns());
  }
  RunControl();
  if (delegate_ != nullptr && !ended_) RunTasks();
  if (!watchers_.empty()) reactor_->MarkCpuClock();
  for (LoopWatcher* watcher : watchers_) watcher->OnTurnEnd();
  ArmTimer();

  absl::MutexLock lock(&mutex_);
  if (state_ == State::kClosed) return false;
  state_ = HasWork() ? State::kReady : State::kParked;
  ready_ns_ = MonotonicNanos();
  return state_ == State::kReady;
}

bool EventLoop::HasWork() {
  if (!control_.empty()) return true;
  if (delegate_ == nullptr || ended_) return false;
  return is_stopped() || !posted_.empty() || !round_.empty() ||
         HasCome(timers_.NextDeadline(), MonotonicNanos());
}

void EventLoop::RunControl() {
  for (;;) {
    Task task;
    {
      absl::MutexLock lock(&mutex_);
      if (control_.empty()) return;
      task = std::move(control_.front());
      control_.pop_front();
    }
    task();
  }
}

void EventLoop::RunTasks() {
  delegate_->RunTasks([this] {
    do {
      if (!FinishRound()) return;
    } while (BeginRound());
  });
  if (!is_stopped()) {
    if (holds_ != 0) return;
    absl::MutexLock lock(&mutex_);
    if (HasWork()) return;
  }
  if (!is_stopped() && delegate_->ExpectsTask()) return;
  ended_ = true;
  DropTasks();
  delegate_->OnEnd();
}

// False where nothing is left to do at this time.
bool EventLoop::BeginRound() {
  {
    absl::MutexLock lock(&mutex_);
    round_.swap(posted_);
  }
  round_began_ns_ = MonotonicNanos();
  round_newest_timer_ = timers_.last_id();
  return !round_.empty() || HasCome(timers_.NextDeadline(), round_began_ns_);
}

// False where the turn ended first, or the loop.
bool EventLoop::FinishRound() {
  for (;;) {
    if (is_stopped()) return false;
    std::optional<Task> task;
    if (!round_.empty()) {
      task = std::move(round_.front());
      round_.pop_front();
    } else {
      task = timers_.TakeDue(round_began_ns_, round_newest_timer_);
      if (!task.has_value()) return true;
    }
    Dispatch([&] { (*task)(); });
    task.reset();
    if (reactor_->IsTurnOver()) return false;
  }
}

bool EventLoop::IsTurnOver() { return reactor_->IsTurnOver(); }

void EventLoop::Dispatch(absl::FunctionRef<void()> task) {
  delegate_->RunTask(task);
}

TimerQueue::Id EventLoop::AddTimer(int64_t delay_ns, Task task) {
  const TimerQueue::Id id = timers_.Add(
      MonotonicNanos() + std::max<int64_t>(delay_ns, 0), std::move(task));
  ArmTimer();
  return id;
}

bool EventLoop::RemoveTimer(TimerQueue::Id id) {
  // The Asio timer stays armed: waking once for nothing costs less than
  // re-arming it for each timeout that is cancelled.
  return timers_.Remove(id);
}

void EventLoop::ArmTimer() {
  const std::optional<int64_t> next = timers_.NextDeadline();
  if (!next.has_value()) return;
  if (timer_->armed_deadline.has_value() && *timer_->armed_deadline <= *next) {
    return;
  }
  timer_->armed_deadline = *next;
  {
    absl::MutexLock lock(&mutex_);
    deadline_ns_ = *next;
  }
  // steady_clock is CLOCK_MONOTONIC in libstdc++.
  timer_->asio.expires_at(
      std::chrono::steady_clock::time_point(std::chrono::nanoseconds(*next)));
  timer_->asio.async_wait(
      [weak = weak_from_this()](const boost::system::error_code& error) {
        const std::shared_ptr<EventLoop> loop = weak.lock();
        // With an error, it is armed anew for an earlier deadline.
        if (loop != nullptr && !error) loop->OnTimer();
      });
}

// Runs between turns, or in the turn of another loop, or in its own.
void EventLoop::OnTimer() {
  const int64_t deadline = *std::exchange(timer_->armed_deadline, {});
  std::shared_ptr<EventLoop> woken;
  {
    absl::MutexLock lock(&mutex_);
    deadline_ns_.reset();
    woken = BeReady(deadline);
  }
  Wake(woken);
}

void EventLoop::DropTasks() {
  std::deque<Task> posted;
  {
    absl::MutexLock lock(&mutex_);
    refuses_tasks_ = true;
    posted.swap(posted_);
  }
  // Destroyed outside the lock: a task's destructor may post.
  posted.clear();
  round_.clear();
  timers_.Clear();
}

void EventLoop::Close() {
  DropTasks();
  std::deque<Task> control;
  {
    absl::MutexLock lock(&mutex_);
    if (state_ == State::kClosed) return;
    state_ = State::kClosed;
    control.swap(control_);
  }
  timer_->asio.cancel();
  delegate_ = nullptr;
  reactor_->Detach(this);
}

}  // namespace rt
