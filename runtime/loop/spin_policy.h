#ifndef RUNTIME_LOOP_SPIN_POLICY_H_
#define RUNTIME_LOOP_SPIN_POLICY_H_

#include <cstdint>

namespace rt {

// Whether a thread that has nothing to do should look out for another thread's
// word for a moment before it sleeps. To be woken takes tens of microseconds,
// of which the core works for most: more than the other thread needs where two
// talk to each other. Everywhere else looking out is waste, so that a thread
// does it only after some waits in a row that were short, and after more of
// them the more often it was for nothing.
//
// Of one thread.
class SpinPolicy {
 public:
  // How long to look out: for as long as the other may need to wake up, and to
  // answer. And how short waits must be where the thread sleeps: then both have
  // to wake up.
  static constexpr int64_t kSpinNs = 150'000;
  static constexpr int64_t kShortNs = 250'000;

  // How many short waits it takes, at least and at most.
  static constexpr int kFewest = 8;
  static constexpr int kMost = 512;

  // How long to look out in the wait that now begins; 0 for not at all.
  int64_t spin_ns() const { return needed_ == 0 ? kSpinNs : 0; }

  // That wait is over: how long it was, and whether another thread's word ended
  // it, rather than a timer or a descriptor.
  void NoteWait(int64_t waited_ns, bool ended_by_thread);

 private:
  // Before it spins again.
  int needed_ = kFewest;
  int needed_after_next_failure_ = kFewest;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_SPIN_POLICY_H_
