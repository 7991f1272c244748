#include "bindings/glue/pending_promises.h"

#include <utility>

#include "runtime/base/check.h"
#include "runtime/engine/status_error.h"

namespace rt {

PendingPromises::Started PendingPromises::Start(v8::Isolate* isolate) {
  const v8::Local<v8::Promise::Resolver> resolver =
      v8::Promise::Resolver::New(isolate->GetCurrentContext()).ToLocalChecked();
  const uint64_t id = ++last_id_;
  pending_.emplace(id,
                   Pending{v8::Global<v8::Promise::Resolver>(isolate, resolver),
                           host_.loop().Hold()});
  return {resolver->GetPromise(), id};
}

void PendingPromises::Settle(v8::Isolate* isolate, uint64_t id, Result result) {
  const auto found = pending_.find(id);
  RT_CHECK(found != pending_.end());
  const Pending pending = std::move(found->second);
  pending_.erase(found);

  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::Promise::Resolver> resolver =
      pending.resolver.Get(isolate);
  absl::StatusOr<v8::Local<v8::Value>> value = result(isolate);
  // Nothing comes back when the realm is being terminated; its end is reported
  // by the realm itself.
  v8::Maybe<bool> settled =
      value.ok()
          ? resolver->Resolve(context, *value)
          : resolver->Reject(context, StatusError(isolate, value.status()));
  static_cast<void>(settled);
}

absl::AnyInvocable<void(PendingPromises::Result)> PendingPromises::Completer(
    uint64_t id) {
  return [loop = host_.shared_loop(), id](Result result) mutable {
    // Refused when the realm has ended: nobody waits any more.
    loop->Post([id, result = std::move(result)]() mutable {
      v8::Isolate* const isolate = v8::Isolate::GetCurrent();
      StateOf<PendingPromises>(isolate).Settle(isolate, id, std::move(result));
    });
  };
}

}  // namespace rt
