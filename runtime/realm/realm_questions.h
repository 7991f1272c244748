#ifndef RUNTIME_REALM_REALM_QUESTIONS_H_
#define RUNTIME_REALM_REALM_QUESTIONS_H_

#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/synchronization/mutex.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/loop/event_loop.h"

namespace rt {

// What others ask a realm, answered on its thread soon, whatever it does: as a
// task of its loop, or between two steps of its JavaScript. Only a native
// function that takes long is waited for.
//
// One per realm, owned by its RealmStop, which outlives its isolate.
class RealmQuestions {
 public:
  // Runs no JavaScript (Isolate::RequestInterrupt in v8-isolate.h).
  using Question = absl::AnyInvocable<void(v8::Isolate*)>;

  explicit RealmQuestions(std::shared_ptr<EventLoop> loop);

  // Any thread. A question that comes before the isolate waits for it; one that
  // the isolate did not live to answer is destroyed, on any thread.
  void Ask(Question question);

  // --- The realm's thread ---

  // Between these two the host's isolate is asked.
  void Attach(IsolateHost* host);
  void Detach();

 private:
  void Request() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Answer(v8::Isolate* isolate);

  const std::shared_ptr<EventLoop> loop_;
  absl::Mutex mutex_;
  IsolateHost* host_ ABSL_GUARDED_BY(mutex_) = nullptr;
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Question> questions_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_QUESTIONS_H_
