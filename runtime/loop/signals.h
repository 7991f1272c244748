#ifndef RUNTIME_LOOP_SIGNALS_H_
#define RUNTIME_LOOP_SIGNALS_H_

#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"

namespace rt {

// "SIGINT" for SIGINT; "signal 99" where the number has no name.
std::string SignalName(int signal);

// Whether it is ignored, as by nohup(1), or by a shell for a background job.
bool IsSignalIgnored(int signal);

// Takes a signal away from its default action, and calls back when it comes,
// for as long as this object lives. When the last subscription to a signal
// goes, the signal gets its default action back.
//
// All subscriptions of the process share one thread, which starts with the
// first. Callbacks run there, one after the other. They must not block, and
// must not make or destroy a subscription: a realm's callback posts to its
// loop. Once the destructor has returned, the callback does not run and will
// not run.
//
// Any thread may make and destroy one.
class SignalSubscription {
 public:
  using Callback = absl::AnyInvocable<void(int signal)>;

  enum class Rank {
    // Called for each signal, together with every other listener.
    kListener,
    // Called when nobody listens, instead of the default action, and once: the
    // subscription is then over, so that a second signal takes the default
    // action. The newest one is called where there are more.
    kLastResort,
    // The same, but for each such signal.
    kStandIn,
  };

  // Fails where the system does (no descriptors left), or where the signal
  // cannot be caught.
  static absl::StatusOr<SignalSubscription> Start(int signal, Rank rank,
                                                  Callback callback);

  SignalSubscription(SignalSubscription&&) noexcept;
  SignalSubscription& operator=(SignalSubscription&&) noexcept;
  ~SignalSubscription();

 private:
  struct Entry;
  class Dispatcher;

  explicit SignalSubscription(std::unique_ptr<Entry> entry);

  std::unique_ptr<Entry> entry_;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_SIGNALS_H_
