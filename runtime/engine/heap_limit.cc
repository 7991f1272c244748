#include "runtime/engine/heap_limit.h"

#include <v8-isolate.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace rt {
namespace {

// V8 asks for room once before it gives up, whatever the size of the object
// that it wants to place. The largest is an array of 1 GB.
constexpr size_t kRoom = size_t{4} << 30;

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
  return std::max(current_limit, initial_limit + kRoom);
}

}  // namespace rt
