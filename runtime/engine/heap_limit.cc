#include "runtime/engine/heap_limit.h"

#include <v8-isolate.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace rt {
namespace {

// The callback comes in the middle of a collection that still has to move what
// survives of the young generation into the old one.
constexpr size_t kStep = size_t{64} << 20;

// What one built-in may need beyond the limit before it comes back.
constexpr size_t kMaxRoom = size_t{2} << 30;

}  // namespace

HeapLimit::HeapLimit(v8::Isolate* isolate) : isolate_(isolate) {
  isolate_->AddNearHeapLimitCallback(&OnNearLimit, this);
}

HeapLimit::~HeapLimit() {
  isolate_->RemoveNearHeapLimitCallback(&OnNearLimit, 0);
}

void HeapLimit::Reach(const char* what, size_t limit) {
  if (what_ == nullptr) {
    what_ = what;
    limit_ = limit;
  }
  isolate_->TerminateExecution();
}

std::string HeapLimit::Describe() const {
  return absl::StrCat("its ", what_, " reached the limit of ", limit_ >> 20,
                      " MB");
}

size_t HeapLimit::OnNearLimit(void* self, size_t current_limit,
                              size_t initial_limit) {
  static_cast<HeapLimit*>(self)->Reach("heap", initial_limit);
  return std::min(current_limit + kStep,
                  std::max(current_limit, initial_limit + kMaxRoom));
}

}  // namespace rt
