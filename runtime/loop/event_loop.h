#ifndef RUNTIME_LOOP_EVENT_LOOP_H_
#define RUNTIME_LOOP_EVENT_LOOP_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/synchronization/mutex.h"
#include "runtime/loop/reactor_member.h"
#include "runtime/loop/timer_queue.h"

namespace rt {

class Reactor;

// What the owner of a loop does around its tasks. On the loop's thread.
class LoopDelegate {
 public:
  virtual ~LoopDelegate() = default;

  // Calls `run`, which runs the tasks of a turn, with what all of them need
  // around it: a realm enters its isolate.
  virtual void RunTasks(absl::FunctionRef<void()> run) { run(); }

  // Runs `task`, with what it needs around it: a realm opens a handle scope,
  // reports what the task threw and runs the microtasks that it left.
  virtual void RunTask(absl::FunctionRef<void()> task) { task(); }

  // Nothing holds the loop. True where someone whom it does not know of is
  // going to post a task, until that has run: the loop goes on as if it were
  // held.
  virtual bool ExpectsTask() { return false; }

  // No task runs any more: Stop() was called, or nothing is left that could
  // make the loop go on. Called once. The loop still runs what PostControl()
  // brings, until Close().
  virtual void OnEnd() = 0;
};

// Who wants to know when a loop is at work, such as a profiler that tells that
// from idle time. On the loop's thread.
class LoopWatcher {
 public:
  virtual ~LoopWatcher() = default;

  // The loop's turn begins, and is over. In pairs. Between two turns the loop
  // has nothing to do, and from `ready_ns` on, by MonotonicNanos(), waits for
  // the turn: while another loop of its reactor has one, or for a core.
  // `cpu_ns` is what the thread's CPU clock showed after the last turn of its
  // reactor, whosever that was.
  virtual void OnTurnBegin(int64_t ready_ns, int64_t cpu_ns) = 0;
  virtual void OnTurnEnd() = 0;
};

// The event loop of one realm, which takes turns on a reactor: its tasks, its
// timers, and what holds it.
//
// Life: made by Create() on any thread. It gets its first turn when something
// is posted to it; all turns are on the reactor's thread, which the loop
// belongs to. With a delegate it runs tasks until it ends (see LoopDelegate::
// OnEnd()), which it does when Stop() is called, or by itself when nothing can
// wake it any more: no KeepAlive is held, no posted task is left and the
// delegate expects none. Whoever waits for an event from elsewhere holds a
// KeepAlive until it came. A timer does not hold the loop by itself. Close()
// takes it off the reactor. It is held by shared_ptr, since other threads post
// to it.
class EventLoop : public std::enable_shared_from_this<EventLoop>,
                  public ReactorMember {
 public:
  using Task = absl::AnyInvocable<void()>;

  // Holds the loop while it lives. Loop thread only; movable. The loop outlives
  // it.
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

  static std::shared_ptr<EventLoop> Create(std::shared_ptr<Reactor> reactor);
  ~EventLoop() override;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // --- Any thread ---

  // Queues `task` behind those that are queued. False when the loop has ended:
  // the task is destroyed, unrun, on the calling thread.
  bool Post(Task task) ABSL_LOCKS_EXCLUDED(mutex_);

  // Queues something for the loop's owner: it runs before any task, not inside
  // of the delegate's functions, and also when the loop has ended. False after
  // Close().
  bool PostControl(Task task) ABSL_LOCKS_EXCLUDED(mutex_);

  // Ends the loop after the task that now runs.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // Stop() was called.
  bool is_stopped() const { return stopped_.load(std::memory_order_acquire); }

  const std::shared_ptr<Reactor>& reactor() const { return reactor_; }

  // --- The loop's thread ---

  // Whoever runs its tasks, until Close(). Once.
  void set_delegate(LoopDelegate* delegate) { delegate_ = delegate; }

  // The watcher must be removed before it dies; neither call is for a watcher
  // that is being told something. In a turn: the first that the watcher hears
  // of is its end.
  void AddWatcher(LoopWatcher* watcher);
  void RemoveWatcher(LoopWatcher* watcher);

  KeepAlive Hold() { return KeepAlive(this); }

  // Runs `task` once, `delay_ns` nanoseconds from now or later. Does not hold
  // the loop.
  TimerQueue::Id AddTimer(int64_t delay_ns, Task task);
  bool RemoveTimer(TimerQueue::Id id);

  // Runs `task` now, as a task of this loop; in a task.
  void Dispatch(absl::FunctionRef<void()> task);

  // Other loops wait for this one's turn to end, which has lasted long enough:
  // what remains of a task of many parts is better posted as the next one.
  bool IsTurnOver();

  // Takes it off its reactor: refuses all from now on, and destroys what is
  // queued, unrun, here. Nothing holds it any more.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Timer;

  // With respect to its reactor.
  enum class State { kParked, kReady, kInTurn, kClosed };

  explicit EventLoop(std::shared_ptr<Reactor> reactor);

  // ReactorMember
  bool TakeTurn() override ABSL_LOCKS_EXCLUDED(mutex_);
  std::optional<int64_t> waiting_since_ns() override
      ABSL_LOCKS_EXCLUDED(mutex_);

  [[nodiscard]] std::shared_ptr<EventLoop> BeReady(int64_t since_ns)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  static void Wake(const std::shared_ptr<EventLoop>& loop);
  void OnTimer();
  void ArmTimer();
  void RunControl() ABSL_LOCKS_EXCLUDED(mutex_);
  void RunTasks() ABSL_LOCKS_EXCLUDED(mutex_);
  bool BeginRound() ABSL_LOCKS_EXCLUDED(mutex_);
  bool FinishRound();
  bool HasWork() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DropTasks() ABSL_LOCKS_EXCLUDED(mutex_);

  const std::shared_ptr<Reactor> reactor_;
  LoopDelegate* delegate_ = nullptr;
  std::vector<LoopWatcher*> watchers_;
  TimerQueue timers_;
  const std::unique_ptr<Timer> timer_;
  int64_t holds_ = 0;
  std::atomic<bool> stopped_{false};
  bool ended_ = false;

  // What was there when the round began that is under way: a task that posts
  // itself anew, or a timer of 0 that starts itself again, leaves room for the
  // others. A round may take many turns.
  std::deque<Task> round_;
  int64_t round_began_ns_ = 0;
  TimerQueue::Id round_newest_timer_ = 0;

  absl::Mutex mutex_;
  State state_ ABSL_GUARDED_BY(mutex_) = State::kParked;
  int64_t ready_ns_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<int64_t> deadline_ns_ ABSL_GUARDED_BY(mutex_);
  std::deque<Task> posted_ ABSL_GUARDED_BY(mutex_);
  std::deque<Task> control_ ABSL_GUARDED_BY(mutex_);
  bool refuses_tasks_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_EVENT_LOOP_H_
