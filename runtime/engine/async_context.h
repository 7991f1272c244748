#ifndef RUNTIME_ENGINE_ASYNC_CONTEXT_H_
#define RUNTIME_ENGINE_ASYNC_CONTEXT_H_

#include <v8.h>

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/observe/request_observer.h"

namespace rt {

// The request that some JavaScript works for, as those see it whom that
// JavaScript calls. On the realm's thread; owned by the server that answers it.
class RequestContext {
 public:
  virtual ~RequestContext() = default;

  // Null where the request is not observed.
  virtual RequestObservation* observation() = 0;

  // What a request that is made for this one is to say in its CDN-Loop
  // (runtime/net/http/loop_id.h): the servers that it came through, and the one
  // that answers it. Valid during the call.
  virtual absl::string_view loops() = 0;
};

// Which request the JavaScript that runs works for. One per isolate:
// StateOf<AsyncContexts>(isolate). On the realm's thread.
//
// V8 keeps a value for the running JavaScript and for each continuation of a
// promise, its continuation-preserved embedder data (v8-isolate.h), so that it
// follows each `await` by itself. Here it is a Smi, the request's id: it needs
// neither a handle nor memory, and a signal handler may read it. What calls
// back by other ways than a promise (timers, ports) takes the id along and
// makes a Scope.
//
// An id stays behind in whatever the request started and did not wait for, so
// ids are not used again before 2^31 others were, and one that is gone is known
// to be.
class AsyncContexts {
 public:
  // 0: the JavaScript works for no request.
  using Id = int32_t;

  explicit AsyncContexts(IsolateHost& host);

  // The context stays with its owner, who removes it before it dies.
  Id Add(RequestContext* context);
  void Remove(Id id);

  // Null where there is no such request (any more).
  RequestContext* Find(Id id) const;

  // The request of the JavaScript that runs; null where it works for none, or
  // for one that is over.
  RequestContext* Running(v8::Isolate* isolate) const {
    return Find(RunningId(isolate));
  }
  static Id RunningId(v8::Isolate* isolate);

  // What JavaScript is called while it lives works for the request `id`. On the
  // stack, with the isolate entered.
  class Scope {
   public:
    Scope(v8::Isolate* isolate, Id id);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    v8::Isolate* const isolate_;
    const Id before_;
  };

 private:
  struct Slot {
    Id id = 0;
    RequestContext* context = nullptr;
  };

  size_t SlotOf(Id id) const { return static_cast<size_t>(id) & mask_; }
  void Grow();

  // A power of two, at most half of them taken: an id's slot is its lower bits,
  // and an id whose slot is taken is passed over.
  std::vector<Slot> slots_;
  size_t mask_;
  size_t count_ = 0;
  Id last_id_ = 0;
};

// The observation of the request that the running JavaScript works for; null
// where there is none.
inline RequestObservation* RunningObservation(v8::Isolate* isolate) {
  RequestContext* const context =
      StateOf<AsyncContexts>(isolate).Running(isolate);
  return context != nullptr ? context->observation() : nullptr;
}

}  // namespace rt

#endif  // RUNTIME_ENGINE_ASYNC_CONTEXT_H_
