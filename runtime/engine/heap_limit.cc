#include "runtime/engine/heap_limit.h"

#include <v8-isolate.h>

namespace rt {
namespace {

// The callback comes in the middle of a collection that still has to move what
// survives of the young generation into the old one.
constexpr size_t kRoomToUnwind = size_t{64} << 20;

}  // namespace

HeapLimit::HeapLimit(v8::Isolate* isolate) : isolate_(isolate) {
  isolate_->AddNearHeapLimitCallback(&OnNearLimit, this);
}

HeapLimit::~HeapLimit() {
  isolate_->RemoveNearHeapLimitCallback(&OnNearLimit, 0);
}

size_t HeapLimit::OnNearLimit(void* self, size_t current_limit,
                              size_t initial_limit) {
  auto* const limit = static_cast<HeapLimit*>(self);
  limit->reached_.store(true, std::memory_order_relaxed);
  limit->isolate_->TerminateExecution();
  return current_limit == initial_limit ? current_limit + kRoomToUnwind
                                        : current_limit;
}

}  // namespace rt
