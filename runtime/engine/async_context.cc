#include "runtime/engine/async_context.h"

#include <limits>
#include <utility>

#include "runtime/base/check.h"

namespace rt {
namespace {

constexpr size_t kFirstSlots = 64;

void SetRunningId(v8::Isolate* isolate, AsyncContexts::Id id) {
  isolate->SetContinuationPreservedEmbedderData(v8::Integer::New(isolate, id));
}

}  // namespace

AsyncContexts::AsyncContexts(IsolateHost& /*host*/)
    : slots_(kFirstSlots), mask_(kFirstSlots - 1) {}

AsyncContexts::Id AsyncContexts::Add(RequestContext* context) {
  if (2 * (count_ + 1) > slots_.size()) Grow();
  for (;;) {
    last_id_ = last_id_ == std::numeric_limits<Id>::max() ? 1 : last_id_ + 1;
    Slot& slot = slots_[SlotOf(last_id_)];
    if (slot.context != nullptr) continue;
    slot = {last_id_, context};
    ++count_;
    return last_id_;
  }
}

void AsyncContexts::Remove(Id id) {
  RT_CHECK(Find(id) != nullptr);
  slots_[SlotOf(id)] = {};
  --count_;
}

RequestContext* AsyncContexts::Find(Id id) const {
  const Slot& slot = slots_[SlotOf(id)];
  return slot.id == id ? slot.context : nullptr;
}

// What differs in its lower bits differs in one more of them, too.
void AsyncContexts::Grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.context != nullptr) slots_[SlotOf(slot.id)] = slot;
  }
}

AsyncContexts::Id AsyncContexts::RunningId(v8::Isolate* isolate) {
  const v8::Local<v8::Value> data =
      isolate->GetContinuationPreservedEmbedderData();
  return data->IsInt32() ? data.As<v8::Int32>()->Value() : 0;
}

AsyncContexts::Scope::Scope(v8::Isolate* isolate, Id id)
    : isolate_(isolate), before_(RunningId(isolate)) {
  SetRunningId(isolate_, id);
}

AsyncContexts::Scope::~Scope() { SetRunningId(isolate_, before_); }

}  // namespace rt
