#ifndef RUNTIME_REALM_REJECTION_TRACKER_H_
#define RUNTIME_REALM_REJECTION_TRACKER_H_

#include <v8.h>

#include <unordered_map>
#include <vector>

#include "absl/functional/function_ref.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"

namespace rt {

// The promises of one realm that were rejected while nobody handled them
// (https://html.spec.whatwg.org/#unhandled-promise-rejections). The
// State<RejectionTracker>() of an isolate; on its thread.
class RejectionTracker {
 public:
  // Has V8 tell it of each rejection from now on.
  explicit RejectionTracker(IsolateHost& host);

  // What becomes of a rejected promise that still has no handler when the
  // microtasks are done: true where the program said that it is handled.
  //
  // The message is empty, but where the reason is no error, which knows its
  // place by itself: then it has that of the rejection, where there was one.
  using Offer =
      absl::FunctionRef<bool(v8::Local<v8::Promise>, v8::Local<v8::Message>)>;
  // A promise that was offered and called handled got a handler after all.
  using Late = absl::FunctionRef<void(v8::Local<v8::Promise>)>;

  // Hands out what came since the last call. Both functions may run JavaScript.
  // False where there was nothing.
  bool Report(IsolateScope& scope, Offer offer, Late late);

 private:
  struct Rejected {
    v8::Global<v8::Promise> promise;
    v8::Global<v8::Message> message;
  };

  static void OnPromiseReject(v8::PromiseRejectMessage message);
  void Add(v8::Isolate* isolate, v8::Local<v8::Promise> promise,
           v8::Local<v8::Value> reason);
  void HandlerAdded(v8::Isolate* isolate, v8::Local<v8::Promise> promise);
  void Remember(v8::Isolate* isolate, v8::Local<v8::Promise> promise);

  std::vector<Rejected> rejected_;
  std::vector<v8::Global<v8::Promise>> late_;
  // Offered and called handled, by identity hash; weak. Swept of the dead when
  // it has doubled.
  std::unordered_multimap<int, v8::Global<v8::Promise>> offered_;
  size_t next_sweep_ = 64;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REJECTION_TRACKER_H_
