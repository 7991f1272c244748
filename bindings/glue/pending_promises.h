#ifndef BINDINGS_GLUE_PENDING_PROMISES_H_
#define BINDINGS_GLUE_PENDING_PROMISES_H_

#include <v8.h>

#include <cstdint>
#include <memory>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

// The promises of one realm that wait for work done elsewhere. One per isolate:
// StateOf<PendingPromises>(isolate). On the realm's thread.
//
// The work itself never holds a handle: it holds an id, and posts a completion
// to the realm's loop. When the realm ends first, the promise is dropped with
// the table and the post is refused.
class PendingPromises {
 public:
  // Makes the value that the promise is resolved with, or the reason that it is
  // rejected with. Runs as a task of the realm.
  using Result =
      absl::AnyInvocable<absl::StatusOr<v8::Local<v8::Value>>(v8::Isolate*)>;

  explicit PendingPromises(IsolateHost& host) : host_(host) {}

  // A new promise, which holds the loop until it is settled.
  struct Started {
    v8::Local<v8::Promise> promise;
    uint64_t id;
  };
  Started Start(v8::Isolate* isolate);

  // Settles promise `id`. On the realm's thread.
  void Settle(v8::Isolate* isolate, uint64_t id, Result result);

  // A function for another thread, to be called once, with the result.
  absl::AnyInvocable<void(Result)> Completer(uint64_t id);

 private:
  struct Pending {
    v8::Global<v8::Promise::Resolver> resolver;
    EventLoop::KeepAlive hold;
  };

  IsolateHost& host_;
  uint64_t last_id_ = 0;
  absl::flat_hash_map<uint64_t, Pending> pending_;
};

}  // namespace rt

#endif  // BINDINGS_GLUE_PENDING_PROMISES_H_
