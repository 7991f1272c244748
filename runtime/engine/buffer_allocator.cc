#include "runtime/engine/buffer_allocator.h"

#include <cstdlib>

#include "runtime/engine/heap_limit.h"
#include "runtime/engine/loop_platform.h"
#include "runtime/engine/mapped_buffers.h"
#include "runtime/engine/platform.h"

namespace rt {
namespace {

// V8 tries once, then after each of three collections of garbage
// (Heap::AllocateExternalBackingStore).
constexpr int kAttempts = 4;

// Asking V8 for the sum costs microseconds, so it is asked once for each such
// part of the limit.
constexpr size_t kChecksPerLimit = 64;

// What came from elsewhere is found afterwards, and V8's sum also has what it
// thinks that compiled code takes: a realm that is at its limit is not ended
// for a little of that.
constexpr size_t kSlack = 16;

}  // namespace

void BufferAllocator::Attach(v8::Isolate* isolate, HeapLimit* heap_limit) {
  isolate_ = isolate;
  heap_limit_ = heap_limit;
  if (!is_set_) return;
  isolate_->AddGCEpilogueCallback(&OnCollected, this,
                                  v8::kGCTypeMarkSweepCompact);
}

void BufferAllocator::Detach() {
  if (is_set_) isolate_->RemoveGCEpilogueCallback(&OnCollected, this);
  isolate_ = nullptr;
  heap_limit_ = nullptr;
}

void BufferAllocator::OnCollected(v8::Isolate* isolate, v8::GCType,
                                  v8::GCCallbackFlags, void* self) {
  auto& allocator = *static_cast<BufferAllocator*>(self);
  if (allocator.checks_ || !allocator.IsSumBeyond()) return;
  // What was just found dead may be counted until it is freed, later; to wait
  // for that takes another collection, which cannot begin in this one.
  allocator.checks_ = true;
  isolate->RequestInterrupt(
      [](v8::Isolate*, void* self) {
        static_cast<BufferAllocator*>(self)->CheckSum();
      },
      self);
}

bool BufferAllocator::IsSumBeyond() const {
  v8::HeapStatistics statistics;
  isolate_->GetHeapStatistics(&statistics);
  return statistics.external_memory() > limit_ + limit_ / kSlack;
}

void BufferAllocator::CheckSum() {
  for (int attempt = 1; IsSumBeyond(); ++attempt) {
    if (attempt == kAttempts) {
      heap_limit_->Reach("buffers and WebAssembly memories", limit_);
      break;
    }
    isolate_->MemoryPressureNotification(v8::MemoryPressureLevel::kCritical);
  }
  checks_ = false;
}

bool BufferAllocator::Fits(size_t length) {
  {
    absl::MutexLock lock(&mutex_);
    if (tracked_bytes_ + length > limit_) return false;
  }
  unchecked_ += length;
  if (unchecked_ <= limit_ / kChecksPerLimit) return true;
  // V8's own count follows a buffer that moves to another isolate.
  v8::HeapStatistics statistics;
  isolate_->GetHeapStatistics(&statistics);
  if (statistics.external_memory() + length > limit_) return false;
  unchecked_ = 0;
  return true;
}

bool BufferAllocator::MayAllocate(size_t length) {
  if (length > limit_) return false;
  if (isolate_ == nullptr) return true;
  if (Fits(length)) {
    refusals_ = 0;
    return true;
  }
  if (++refusals_ >= kAttempts) heap_limit_->Reach("ArrayBuffers", limit_);
  return false;
}

bool BufferAllocator::FitsInTheEnd(size_t length) {
  for (int attempt = 1; !Fits(length); ++attempt) {
    if (attempt == kAttempts) return false;
    // Collects all garbage, here and now.
    isolate_->MemoryPressureNotification(v8::MemoryPressureLevel::kCritical);
  }
  return true;
}

bool BufferAllocator::Admit(size_t length) {
  if (length > limit_) return false;
  if (isolate_ == nullptr || FitsInTheEnd(length)) return true;
  heap_limit_->Reach("ArrayBuffers", limit_);
  return false;
}

void BufferAllocator::Adopt(void* data, size_t length) {
  if (!Admit(length)) heap_limit_->Reach("ArrayBuffers", limit_);
  if (CountsMapped()) {
    EnginePlatform().mapped_buffers().SetPayer(data, shared_from_this());
  }
}

bool BufferAllocator::MayMap(size_t from, size_t to, bool is_own_thread) {
  if (to > limit_) return false;
  if (is_own_thread && isolate_ != nullptr) {
    return !heap_limit_->reached() && FitsInTheEnd(to - from);
  }
  absl::MutexLock lock(&mutex_);
  return tracked_bytes_ + (to - from) <= limit_;
}

void BufferAllocator::AddMapped(ptrdiff_t length) {
  absl::MutexLock lock(&mutex_);
  tracked_bytes_ += static_cast<size_t>(length);
}

void BufferAllocator::Claim(size_t length) {
  if (!Admit(length)) heap_limit_->Reach("buffers and messages", limit_);
  AddMapped(static_cast<ptrdiff_t>(length));
}

void* BufferAllocator::Track(void* data, size_t length) {
  if (length < tracked_from_ || data == nullptr) return data;
  absl::MutexLock lock(&mutex_);
  tracked_.emplace(data, length + overhead_);
  tracked_bytes_ += length + overhead_;
  return data;
}

void BufferAllocator::Untrack(void* data) {
  absl::MutexLock lock(&mutex_);
  const auto found = tracked_.find(data);
  if (found == tracked_.end()) return;
  tracked_bytes_ -= found->second;
  tracked_.erase(found);
}

void BufferAllocator::GiveAway(void* data) {
  Untrack(data);
  EnginePlatform().mapped_buffers().SetPayer(data, nullptr);
}

void* BufferAllocator::Allocate(size_t length) {
  return MayAllocate(length) ? Track(calloc(length, 1), length) : nullptr;
}

void* BufferAllocator::AllocateUninitialized(size_t length) {
  return MayAllocate(length) ? Track(malloc(length), length) : nullptr;
}

void BufferAllocator::Free(void* data, size_t length) {
  if (length >= tracked_from_) Untrack(data);
  free(data);
}

}  // namespace rt
