#ifndef BINDINGS_BACKEND_WATCH_H_
#define BINDINGS_BACKEND_WATCH_H_

#include <v8.h>

#include <memory>
#include <utility>

#include "absl/strings/string_view.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/observe/request_observer.h"

namespace rt {

// Who watches a call to another server, if anybody, and the request that it is
// made for. On the realm's thread; held by the call, which says how it ended.
class BackendWatch {
 public:
  using Outcome = BackendObservation::Outcome;

  // Nobody does.
  BackendWatch() = default;
  // The observer of the request that the running JavaScript works for.
  BackendWatch(v8::Isolate* isolate, absl::string_view backend,
               absl::string_view method, absl::string_view url) {
    RequestObservation* const request = RunningObservation(isolate);
    if (request == nullptr) return;
    observation_ = request->OnBackendCall(backend, method, url);
    request_ = AsyncContexts::RunningId(isolate);
  }

  bool is_on() const { return observation_ != nullptr; }

  void TellHead(int status) {
    if (is_on()) observation_->OnHead(status);
  }

  // The last call. A call that goes on after its request is an orphan.
  void TellEnd(IsolateHost& host, Outcome outcome,
               BackendObservation::End end) {
    if (!is_on()) return;
    const auto observation = std::move(observation_);
    const bool is_over = host.State<AsyncContexts>().Find(request_) == nullptr;
    end.outcome = is_over ? Outcome::kOrphaned : outcome;
    observation->OnEnd(end);
  }

  // It is refused or answered here.
  void TellSyntheticFailure() {
    if (!is_on()) return;
    std::exchange(observation_, nullptr)
        ->OnEnd({.outcome = Outcome::kSyntheticFailure});
  }

 private:
  std::unique_ptr<BackendObservation> observation_;
  AsyncContexts::Id request_ = 0;
};

}  // namespace rt

#endif  // BINDINGS_BACKEND_WATCH_H_
