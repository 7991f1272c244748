#ifndef BINDINGS_STORE_ACCESS_H_
#define BINDINGS_STORE_ACCESS_H_

#include <v8.h>

#include <utility>

#include "absl/strings/string_view.h"
#include "runtime/engine/async_context.h"
#include "runtime/observe/request_observer.h"

namespace rt {

// An access to a store, told to the observation of the request that JavaScript
// works for: what kind it is, the store's name, and how long it takes. On the
// stack of the native function; where that returns a promise, Defer() has the
// access end with it.
class StoreAccess {
 public:
  // What ends a deferred access. Plain data: any thread may hold it.
  struct Deferred {
    AsyncContexts::Id context = 0;
    RequestObservation::OperationId operation = 0;

    // On the realm's thread. The request may be gone by then.
    void End(v8::Isolate* isolate) const {
      if (context == 0) return;
      RequestContext* const request =
          StateOf<AsyncContexts>(isolate).Find(context);
      if (request != nullptr && request->observation() != nullptr) {
        request->observation()->OnOperationEnd(operation);
      }
    }
  };

  // `kind` and `operation` are literals, as "kv" and "kv.get".
  StoreAccess(v8::Isolate* isolate, const char* kind, absl::string_view name,
              const char* operation)
      : isolate_(isolate) {
    RequestObservation* const request = RunningObservation(isolate);
    if (request == nullptr) return;
    request->OnStoreAccess(kind, name);
    deferred_ = {AsyncContexts::RunningId(isolate),
                 request->OnOperationStart(operation)};
  }
  ~StoreAccess() { deferred_.End(isolate_); }
  StoreAccess(const StoreAccess&) = delete;
  StoreAccess& operator=(const StoreAccess&) = delete;

  // The access goes on: what is returned ends it.
  Deferred Defer() { return std::exchange(deferred_, Deferred()); }

 private:
  v8::Isolate* const isolate_;
  Deferred deferred_;
};

}  // namespace rt

#endif  // BINDINGS_STORE_ACCESS_H_
