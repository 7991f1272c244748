#ifndef HOST_ENDING_SIGNALS_H_
#define HOST_ENDING_SIGNALS_H_

#include <atomic>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/loop/signals.h"

namespace rt {

// Ends a run when a signal comes whose default action would end the process,
// so that a profile can still be written.
//
// Lives on the stack of Run(), around all that is to survive such a signal.
class EndingSignals {
 public:
  // `end` is called on another thread and may be called once for each signal;
  // after the destructor it is not called.
  EndingSignals(const std::vector<int>& signals,
                const std::function<void()>& end);

  // The first that came; 0 while none has.
  int received() const { return received_.load(); }

 private:
  std::atomic<int> received_{0};
  std::vector<SignalSubscription> subscriptions_;
};

}  // namespace rt

#endif  // HOST_ENDING_SIGNALS_H_
