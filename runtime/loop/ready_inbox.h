#ifndef RUNTIME_LOOP_READY_INBOX_H_
#define RUNTIME_LOOP_READY_INBOX_H_

#include <atomic>
#include <deque>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/loop/reactor_member.h"

namespace rt {

// What other threads have made ready for a reactor, and whether it has to be
// woken for it: one that is at work, or looks at IsEmpty() again and again,
// learns of it without a system call.
class ReadyInbox {
 public:
  // Any thread. True where the reactor sleeps: the caller wakes it, which no
  // other is told to do for the same sleep.
  bool Put(std::weak_ptr<ReactorMember> member) ABSL_LOCKS_EXCLUDED(mutex_);

  // --- The reactor's thread ---

  bool IsEmpty() const { return !has_some_.load(std::memory_order_acquire); }

  // Appends to `ready` the members that are left of those that were put in.
  void Drain(std::deque<std::shared_ptr<ReactorMember>>& ready)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // False where something is here: the reactor is not to sleep. Otherwise it
  // does, then calls EndSleep().
  bool BeginSleep();
  void EndSleep() { sleeps_.store(false, std::memory_order_relaxed); }

 private:
  absl::Mutex mutex_;
  // Weak, as it may come to nothing: a member holds its reactor.
  std::vector<std::weak_ptr<ReactorMember>> members_ ABSL_GUARDED_BY(mutex_);
  // Each side writes its own and then reads the other's, in one order for both
  // (seq_cst): one of them sees that the other was first.
  std::atomic<bool> has_some_{false};
  std::atomic<bool> sleeps_{false};
};

}  // namespace rt

#endif  // RUNTIME_LOOP_READY_INBOX_H_
