#include "runtime/realm/rejection_tracker.h"

#include <algorithm>
#include <utility>

namespace rt {

RejectionTracker::RejectionTracker(IsolateHost& /*host*/) {
  v8::Isolate::GetCurrent()->SetPromiseRejectCallback(&OnPromiseReject);
}

void RejectionTracker::OnPromiseReject(v8::PromiseRejectMessage message) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  RejectionTracker& self = StateOf<RejectionTracker>(isolate);
  switch (message.GetEvent()) {
    case v8::kPromiseRejectWithNoHandler:
      self.Add(isolate, message.GetPromise(), message.GetValue());
      return;
    case v8::kPromiseHandlerAddedAfterReject:
      self.HandlerAdded(isolate, message.GetPromise());
      return;
    case v8::kPromiseRejectAfterResolved:
    case v8::kPromiseResolveAfterResolved:
      return;
  }
}

void RejectionTracker::Add(v8::Isolate* isolate, v8::Local<v8::Promise> promise,
                           v8::Local<v8::Value> reason) {
  Rejected& rejected = rejected_.emplace_back();
  rejected.promise.Reset(isolate, promise);
  if (reason->IsNativeError()) return;
  // What rejects it is still on the stack.
  rejected.message.Reset(isolate,
                         v8::Exception::CreateMessage(isolate, reason));
}

void RejectionTracker::HandlerAdded(v8::Isolate* isolate,
                                    v8::Local<v8::Promise> promise) {
  // A promise that was not offered yet shows by itself that it has a handler.
  if (offered_.empty()) return;
  const auto range = offered_.equal_range(promise->GetIdentityHash());
  for (auto entry = range.first; entry != range.second; ++entry) {
    if (entry->second != promise) continue;
    offered_.erase(entry);
    late_.emplace_back(isolate, promise);
    return;
  }
}

void RejectionTracker::Remember(v8::Isolate* isolate,
                                v8::Local<v8::Promise> promise) {
  if (offered_.size() >= next_sweep_) {
    std::erase_if(offered_,
                  [](const auto& entry) { return entry.second.IsEmpty(); });
    next_sweep_ = std::max<size_t>(64, offered_.size() * 2);
  }
  v8::Global<v8::Promise> weak(isolate, promise);
  weak.SetWeak();
  offered_.emplace(promise->GetIdentityHash(), std::move(weak));
}

bool RejectionTracker::Report(IsolateScope& scope, Offer offer, Late late) {
  if (rejected_.empty() && late_.empty()) return false;
  v8::Isolate* const isolate = scope.isolate();
  const auto rejected = std::exchange(rejected_, {});
  const auto handled_late = std::exchange(late_, {});
  for (const auto& entry : handled_late) {
    v8::HandleScope handles(isolate);
    late(entry.Get(isolate));
  }
  for (const auto& entry : rejected) {
    v8::HandleScope handles(isolate);
    const v8::Local<v8::Promise> promise = entry.promise.Get(isolate);
    if (promise->HasHandler()) continue;
    if (offer(promise, entry.message.Get(isolate))) Remember(isolate, promise);
  }
  return true;
}

}  // namespace rt
