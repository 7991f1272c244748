#ifndef RUNTIME_REALM_REALM_STOP_H_
#define RUNTIME_REALM_REALM_STOP_H_

#include <atomic>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/interruption.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/loop/event_loop.h"
#include "runtime/realm/realm_questions.h"
#include "runtime/realm/realm_result.h"

namespace rt {

// The switch that ends one realm: its loop, the JavaScript that runs in it, and
// what that waits for in the kernel.
// Shared by the realm and by those who may end it; any thread, at any time,
// also before the realm has an isolate and after it has none any more.
class RealmStop {
 public:
  explicit RealmStop(std::shared_ptr<EventLoop> loop);

  // Ends the realm at once: no task of it runs any more, the JavaScript that
  // runs is terminated. Only the first call does anything. The realm may still
  // run its 'exit' listeners.
  void Stop(RealmEnd end, int exit_code = 0);

  // The same, and at any time the last JavaScript of the realm ends here.
  void Kill(RealmEnd end = RealmEnd::kTerminated);

  // What others want to know of the realm.
  RealmQuestions& questions() { return questions_; }

  bool requested() const { return requested_.load(std::memory_order_acquire); }

  // --- The realm's thread ---

  // What the thread waits by.
  Interruption& interruption() { return interruption_; }

  // Between these two the host's JavaScript is what is terminated, and its
  // isolate what is asked.
  void Attach(IsolateHost* host);
  void Detach();

  // Lets JavaScript run again after Stop(), for 'exit' listeners, until Kill().
  // False where that was called.
  bool AllowLastScript();

  // kCompleted where nobody called Stop() or Kill().
  RealmEnd end();
  int exit_code();

 private:
  const std::shared_ptr<EventLoop> loop_;
  Interruption interruption_;
  RealmQuestions questions_;
  std::atomic<bool> requested_{false};
  absl::Mutex mutex_;
  IsolateHost* host_ ABSL_GUARDED_BY(mutex_) = nullptr;
  RealmEnd end_ ABSL_GUARDED_BY(mutex_) = RealmEnd::kCompleted;
  int exit_code_ ABSL_GUARDED_BY(mutex_) = 0;
  bool killed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_STOP_H_
