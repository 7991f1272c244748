#ifndef RUNTIME_LOOP_EVENT_LOOP_H_
#define RUNTIME_LOOP_EVENT_LOOP_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/synchronization/mutex.h"
#include "runtime/loop/timer_queue.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// What the owner of a loop does around its tasks. On the loop's thread.
class LoopDelegate {
 public:
  virtual ~LoopDelegate() = default;

  // Runs `task`, with what it needs around it: a realm opens a handle scope,
  // reports what the task threw and runs the microtasks that it left.
  virtual void RunTask(absl::AnyInvocable<void()>& task) { task(); }

  // The loop is about to wait in the kernel, and has come back from it with
  // something to do. A realm tells V8, so that a profile shows "(idle)".
  virtual void BeforeWait() {}
  virtual void AfterWait() {}

  // Nothing holds the loop. True where someone whom it does not know of is
  // going to post a task, until that has run: the loop waits as if it were
  // held.
  virtual bool ExpectsTask() { return false; }
};

// Who wants to know when a loop waits, such as a profiler that tells idle time
// from work. On the loop's thread.
class LoopWatcher {
 public:
  virtual ~LoopWatcher() = default;

  // The thread is about to wait in the kernel, and is back. In pairs, between
  // two tasks, inside the delegate's BeforeWait() and AfterWait().
  virtual void OnWait() = 0;
  virtual void OnWake() = 0;
};

// The event loop of one thread.
//
// Life: made by Create() on any thread; Run() is called on the thread that the
// loop then belongs to; Close() ends it there. It is held by shared_ptr, since
// other threads post to it: a Post() after Close() is refused.
//
// Run() ends by itself when nothing can wake the loop any more: no KeepAlive is
// held, no posted task is left and the delegate expects none. Whoever waits for
// an event from elsewhere holds a KeepAlive until it came. A timer does not
// hold the loop by itself.
//
// Every task runs inside LoopDelegate::RunTask. An Asio handler passes through
// Dispatch() for that reason.
class EventLoop {
 public:
  using Task = absl::AnyInvocable<void()>;

  // Why Run() came back.
  enum class Outcome {
    kDone,     // nothing is left that could make it go on
    kStopped,  // Stop() was called
  };

  // Holds the loop in Run() while it lives. Loop thread only; movable. The loop
  // outlives it.
  class KeepAlive {
   public:
    KeepAlive() = default;
    explicit KeepAlive(EventLoop* loop);
    KeepAlive(KeepAlive&& other) noexcept;
    KeepAlive& operator=(KeepAlive&& other) noexcept;
    ~KeepAlive();

   private:
    EventLoop* loop_ = nullptr;
  };

  static std::shared_ptr<EventLoop> Create();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // --- Any thread ---

  // Queues `task` behind those that are queued. False after Close(): the task
  // is destroyed, unrun, on the calling thread.
  bool Post(Task task);

  // Makes Run() return kStopped after the task that now runs. Stays in force.
  void Stop();

  // --- The loop's thread ---

  // Must outlive the calls of Run(). Null takes it away.
  void set_delegate(LoopDelegate* delegate);

  // The watcher must be removed before it dies; neither call is for a watcher
  // that is being told something.
  void AddWatcher(LoopWatcher* watcher);
  void RemoveWatcher(LoopWatcher* watcher);

  Outcome Run();

  // Stop() was called. Any thread.
  bool is_stopped() const { return stopped_.load(std::memory_order_acquire); }

  KeepAlive Hold() { return KeepAlive(this); }

  // Runs `task` once, `delay_ns` nanoseconds from now or later. Does not hold
  // the loop.
  TimerQueue::Id AddTimer(int64_t delay_ns, Task task);
  bool RemoveTimer(TimerQueue::Id id);

  // Runs `task` now, as a task of this loop.
  void Dispatch(Task task);

  // For sockets and other Asio objects; their handlers call Dispatch().
  boost::asio::io_context& context();

  // Refuses posts from now on and destroys what is queued, unrun, here.
  void Close();

 private:
  struct Impl;

  EventLoop();
  void RunPosted();
  void ArmTimer();
  void RunDueTimers();
  void Wait();
  void Wake();

  const std::unique_ptr<Impl> impl_;
  LoopDelegate* delegate_;
  std::vector<LoopWatcher*> watchers_;
  TimerQueue timers_;
  int64_t holds_ = 0;
  bool waiting_ = false;
  std::atomic<bool> stopped_{false};

  // Guards the queue of posted tasks, which Impl holds.
  absl::Mutex mutex_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_EVENT_LOOP_H_
