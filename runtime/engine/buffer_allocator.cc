#include "runtime/engine/buffer_allocator.h"

#include <cstdlib>

#include "runtime/engine/heap_limit.h"

namespace rt {
namespace {

// V8 tries once, then after each of three collections of garbage
// (Heap::AllocateExternalBackingStore).
constexpr int kAttempts = 4;

// Asking V8 for the sum costs microseconds, so it is asked once for each such
// part of the limit.
constexpr size_t kChecksPerLimit = 64;

}  // namespace

void BufferAllocator::Attach(v8::Isolate* isolate, HeapLimit* heap_limit) {
  isolate_ = isolate;
  heap_limit_ = heap_limit;
}

void BufferAllocator::Detach() {
  isolate_ = nullptr;
  heap_limit_ = nullptr;
}

bool BufferAllocator::Admit(size_t length) {
  if (length > limit_) return false;
  if (isolate_ == nullptr) return true;
  unchecked_ += length;
  if (unchecked_ <= limit_ / kChecksPerLimit) return true;
  // V8's own count follows a buffer that moves to another isolate.
  v8::HeapStatistics statistics;
  isolate_->GetHeapStatistics(&statistics);
  if (statistics.external_memory() + length <= limit_) {
    unchecked_ = 0;
    refusals_ = 0;
    return true;
  }
  if (++refusals_ >= kAttempts) heap_limit_->Reach("ArrayBuffers", limit_);
  return false;
}

void* BufferAllocator::Allocate(size_t length) {
  return Admit(length) ? calloc(length, 1) : nullptr;
}

void* BufferAllocator::AllocateUninitialized(size_t length) {
  return Admit(length) ? malloc(length) : nullptr;
}

void BufferAllocator::Free(void* data, size_t /*length*/) { free(data); }

}  // namespace rt
