#include "runtime/loop/event_loop.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "runtime/base/clock.h"

namespace rt {
namespace {

LoopDelegate* DefaultDelegate() {
  static LoopDelegate* const delegate = new LoopDelegate;
  return delegate;
}

}  // namespace

struct EventLoop::Impl {
  // A concurrency hint of 1: one thread runs handlers, others only post.
  boost::asio::io_context context{1};
  // Keeps run_one() waiting when nothing but another thread can wake it.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{
      context.get_executor()};
  boost::asio::steady_timer timer{context};
  std::optional<int64_t> armed_deadline;
  // Guarded by EventLoop::mutex_.
  std::deque<Task> posted;
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

std::shared_ptr<EventLoop> EventLoop::Create() {
  return std::shared_ptr<EventLoop>(new EventLoop);
}

EventLoop::EventLoop()
    : impl_(std::make_unique<Impl>()), delegate_(DefaultDelegate()) {}

EventLoop::~EventLoop() { Close(); }

void EventLoop::set_delegate(LoopDelegate* delegate) {
  delegate_ = delegate != nullptr ? delegate : DefaultDelegate();
}

boost::asio::io_context& EventLoop::context() { return impl_->context; }

bool EventLoop::Post(Task task) {
  absl::MutexLock lock(&mutex_);
  if (closed_) return false;
  impl_->posted.push_back(std::move(task));
  // One wake-up takes all that is queued by then.
  if (impl_->posted.size() == 1) {
    boost::asio::post(impl_->context, [this] { RunPosted(); });
  }
  return true;
}

void EventLoop::Stop() {
  stopped_.store(true, std::memory_order_release);
  impl_->context.stop();
}

void EventLoop::RunPosted() {
  // Takes only what was queued when it began: a task that posts itself anew
  // leaves room for timers and sockets.
  std::deque<Task> batch;
  {
    absl::MutexLock lock(&mutex_);
    batch.swap(impl_->posted);
  }
  while (!batch.empty() && !is_stopped()) {
    Task task = std::move(batch.front());
    batch.pop_front();
    Dispatch(std::move(task));
  }
}

void EventLoop::AddWatcher(LoopWatcher* watcher) {
  watchers_.push_back(watcher);
}

void EventLoop::RemoveWatcher(LoopWatcher* watcher) {
  watchers_.erase(std::find(watchers_.begin(), watchers_.end(), watcher));
}

void EventLoop::Wait() {
  waiting_ = true;
  delegate_->BeforeWait();
  for (LoopWatcher* watcher : watchers_) watcher->OnWait();
  impl_->context.run_one();
  Wake();
}

void EventLoop::Wake() {
  if (!waiting_) return;
  waiting_ = false;
  for (LoopWatcher* watcher : watchers_) watcher->OnWake();
  delegate_->AfterWait();
}

void EventLoop::Dispatch(Task task) {
  Wake();
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
  if (impl_->armed_deadline.has_value() && *impl_->armed_deadline <= *next) {
    return;
  }
  impl_->armed_deadline = *next;
  // steady_clock is CLOCK_MONOTONIC in libstdc++.
  impl_->timer.expires_at(
      std::chrono::steady_clock::time_point(std::chrono::nanoseconds(*next)));
  impl_->timer.async_wait([this](const boost::system::error_code& error) {
    if (error) return;  // re-armed for an earlier deadline
    impl_->armed_deadline.reset();
    RunDueTimers();
    ArmTimer();
  });
}

void EventLoop::RunDueTimers() {
  // A timer that one of these adds waits for the next round, also one with a
  // delay of 0, so that timers cannot starve sockets.
  const int64_t now = MonotonicNanos();
  const TimerQueue::Id newest = timers_.last_id();
  while (!is_stopped()) {
    std::optional<Task> task = timers_.TakeDue(now, newest);
    if (!task.has_value()) return;
    Dispatch(*std::move(task));
  }
}

EventLoop::Outcome EventLoop::Run() {
  while (!is_stopped()) {
    // A posted task has its handler in the context, so that none is ready when
    // none is queued.
    if (impl_->context.poll_one() != 0) continue;
    if (is_stopped()) break;
    if (holds_ == 0 && !delegate_->ExpectsTask()) return Outcome::kDone;
    Wait();
  }
  return Outcome::kStopped;
}

void EventLoop::Close() {
  std::deque<Task> dropped;
  {
    absl::MutexLock lock(&mutex_);
    closed_ = true;
    dropped.swap(impl_->posted);
  }
  // Destroyed outside the lock: a task's destructor may post.
  dropped.clear();
  timers_.Clear();
}

}  // namespace rt
