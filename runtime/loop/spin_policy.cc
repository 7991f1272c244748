#include "runtime/loop/spin_policy.h"

#include <algorithm>

namespace rt {

void SpinPolicy::NoteWait(int64_t waited_ns, bool ended_by_thread) {
  int& failure = needed_after_next_failure_;
  if (needed_ != 0) {
    const bool is_short = ended_by_thread && waited_ns <= kShortNs;
    needed_ = is_short ? needed_ - 1 : std::max(needed_, kFewest);
  } else if (ended_by_thread && waited_ns <= kSpinNs) {
    failure = std::max(failure - 1, kFewest);
  } else {
    needed_ = failure;
    failure = std::min(2 * failure, kMost);
  }
}

}  // namespace rt
