#ifndef RUNTIME_LOOP_SIGNALS_H_
#define RUNTIME_LOOP_SIGNALS_H_

#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// The number of a signal that a program may watch, by its name as in
// <signal.h> ("SIGINT"); 0 for any other text. Those are left out that cannot
// be caught (SIGKILL, SIGSTOP), that report a fault of the running thread
// (SIGSEGV ...), and SIGPROF, which is V8's profiler's.
int WatchableSignal(absl::string_view name);

// "SIGINT" for SIGINT; "signal 99" where the number has no name.
std::string SignalName(int signal);

// Takes a signal away from its default action, and calls back when it comes,
// for as long as this object lives. When the last watch of a signal goes, the
// signal gets its default action back.
//
// All watches of the process share one thread, which starts with the first.
// Callbacks run on that thread, never at once; they must not block, and must
// not make or destroy a watch: a realm's callback posts to its loop. Once the
// destructor has returned, the callback does not run and will not run.
//
// Any thread may make and destroy a watch.
class SignalWatch {
 public:
  using Callback = absl::AnyInvocable<void(int signal)>;

  enum class Rank {
    // Called for each signal, together with every other listener.
    kListener,
    // Called when nobody listens, instead of the default action, and once: the
    // watch is then over, so that a second signal takes the default action.
    // The newest one is called where there are more.
    kLastResort,
  };

  // Fails where the system does (no descriptors left), or where the signal
  // cannot be watched.
  static absl::StatusOr<SignalWatch> Start(int signal, Rank rank,
                                           Callback callback);

  SignalWatch(SignalWatch&&) noexcept;
  SignalWatch& operator=(SignalWatch&&) noexcept;
  ~SignalWatch();

 private:
  struct Entry;
  class Dispatcher;

  explicit SignalWatch(std::unique_ptr<Entry> entry);

  std::unique_ptr<Entry> entry_;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_SIGNALS_H_
