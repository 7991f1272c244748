#ifndef RUNTIME_LOOP_REACTOR_H_
#define RUNTIME_LOOP_REACTOR_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "runtime/loop/reactor_member.h"
#include "runtime/loop/ready_inbox.h"
#include "runtime/loop/spin_policy.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// What waits in the kernel on one thread, for one loop or for many: so a
// thousand loops need the descriptors of one. Its members take turns. One that
// has something to do waits in a queue; its turn ends when it has nothing left,
// or after kTurnNs where others wait: so neighbours get theirs. Where other
// threads have something for it in quick succession, it looks out for that
// before it sleeps (see SpinPolicy).
//
// Life: made by Create() on any thread; Run() is called on the thread that it
// then belongs to, until Stop(). Held by shared_ptr, since loops and whoever
// wakes them hold it.
class Reactor {
 public:
  static constexpr int64_t kTurnNs = 1'000'000;

  static std::shared_ptr<Reactor> Create();
  ~Reactor();
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  // --- Any thread ---

  // Gives `member` a turn. Not for one that waits for its turn or has it.
  void MakeReady(const std::shared_ptr<ReactorMember>& member);

  // Makes Run() return after the turn that is under way. Stays in force.
  void Stop();

  // Members that belong here, from its first turn or before to its last.
  // Counted at once.
  void Attach(ReactorMember* member) ABSL_LOCKS_EXCLUDED(mutex_);
  void Detach(ReactorMember* member) ABSL_LOCKS_EXCLUDED(mutex_);

  struct Load {
    size_t members = 0;
    // Time in turns, of about the last second.
    int64_t busy_ns = 0;
  };
  Load load() ABSL_LOCKS_EXCLUDED(mutex_);

  // A turn that lasts while others wait.
  struct Stall {
    ReactorMember* member;  // whose turn it is; only to be compared
    // How long another has waited for it to end.
    int64_t waiting_ns;
  };
  std::optional<Stall> FindStall() ABSL_LOCKS_EXCLUDED(mutex_);

  // --- The reactor's thread ---

  void Run();

  // The one that has its turn is to leave the rest for the next one. Looks at
  // the kernel now and then, so that a long turn does not keep what waits there
  // from being seen.
  bool IsTurnOver();

  // The thread's CPU clock at the end of the last turn: what was used since is
  // of nobody but the one whose turn comes. Kept while somebody asks for it;
  // the one that has its turn may mark its end early.
  int64_t cpu_after_last_turn_ns() const { return cpu_after_last_turn_ns_; }
  void KeepCpuClock(bool keep) { cpu_clock_users_ += keep ? 1 : -1; }
  void MarkCpuClock();

  // For timers, sockets and other Asio objects. Their handlers run between
  // turns, and in turns too: they only make a member ready.
  boost::asio::io_context& context();

 private:
  struct Impl;

  Reactor();
  bool IsCurrent() const;
  bool is_stopped() const { return stopped_.load(std::memory_order_acquire); }
  void RunTurn();
  void Poll();
  void Wait();
  void Spin(int64_t until_ns);

  const std::unique_ptr<Impl> impl_;
  std::atomic<bool> stopped_{false};
  ReadyInbox inbox_;

  // Of the reactor's thread.
  std::deque<std::shared_ptr<ReactorMember>> ready_;
  int64_t turn_limit_ns_ = 0;
  int64_t last_poll_ns_ = 0;
  int64_t last_turn_ended_ns_ = 0;
  SpinPolicy spin_policy_;
  int cpu_clock_users_ = 0;
  bool cpu_clock_is_marked_ = false;
  int64_t cpu_after_last_turn_ns_ = 0;

  absl::Mutex mutex_;
  absl::flat_hash_set<ReactorMember*> members_ ABSL_GUARDED_BY(mutex_);
  ReactorMember* in_turn_ ABSL_GUARDED_BY(mutex_) = nullptr;
  int64_t turn_began_ns_ ABSL_GUARDED_BY(mutex_) = 0;
  // Fades by half each kFadeNs; of the time faded_ns_.
  int64_t busy_ns_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t faded_ns_ ABSL_GUARDED_BY(mutex_) = 0;
  void Fade(int64_t now_ns) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_LOOP_REACTOR_H_
