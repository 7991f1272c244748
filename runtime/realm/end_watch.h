#ifndef RUNTIME_REALM_END_WATCH_H_
#define RUNTIME_REALM_END_WATCH_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/thread.h"
#include "runtime/realm/realm_result.h"

namespace rt {

// Sees that the process ends soon when its main realm is to end. Some functions
// of V8 can be neither interrupted nor terminated and may take for ever, such
// as Array.prototype.lastIndexOf on an object that says that it has 2**53
// elements: a realm in one of these would hold the process for as long.
//
// Overdue is an end for which nothing was done in kPatienceMs: no realm ended,
// and none is about to hand over what was recorded of it.
//
// Owned by the registry. Any thread, where nothing else is said.
class EndWatch {
 public:
  static constexpr int64_t kPatienceMs = 1300;

  // Called once, on a thread of its own, with what is known of the main realm's
  // end. Ends the process, and does not return.
  using Overdue = std::function<void(RealmResult)>;

  EndWatch();
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  // Without it nothing is watched. Before the main realm starts.
  void set_overdue(Overdue overdue) { overdue_ = std::move(overdue); }

  // From now on the main realm should end, like that.
  void Begin(RealmResult so_far) ABSL_LOCKS_EXCLUDED(mutex_);

  // Its 'exit' listeners run, which may take what they take; until Begin().
  void Pause() ABSL_LOCKS_EXCLUDED(mutex_);

  // Some realm has run its last JavaScript, and is gone. In pairs.
  void OnRealmFinishes() ABSL_LOCKS_EXCLUDED(mutex_);
  void OnRealmGone() ABSL_LOCKS_EXCLUDED(mutex_);

  // The main realm waits for nobody any more. Does not return where its end was
  // overdue.
  void End() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  bool IsBegunOrOver() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return begun_ns_.has_value() || is_over_;
  }

  Overdue overdue_;
  absl::Mutex mutex_;
  // By MonotonicNanos(): since when nothing was done.
  std::optional<int64_t> begun_ns_ ABSL_GUARDED_BY(mutex_);
  RealmResult so_far_ ABSL_GUARDED_BY(mutex_);
  int finishing_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_overdue_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Thread> thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_REALM_END_WATCH_H_
