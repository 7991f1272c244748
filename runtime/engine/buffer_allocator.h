#ifndef RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_
#define RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_

#include <v8.h>

#include <cstddef>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace rt {

class HeapLimit;

// Allocates the bytes of one isolate's ArrayBuffers, which lie outside of V8's
// heap, and holds their sum below a limit, with what Admit() was told of.
//
// A buffer that alone is beyond the limit gets a RangeError, as V8 throws it. A
// sum that stays beyond it after V8 collected its garbage ends the isolate's
// JavaScript by HeapLimit::Reach(), or else a program that keeps buffers would
// grow until the kernel kills the process.
//
// V8 counts ArrayBuffers wherever they come from, and not SharedArrayBuffers.
// Of these the ones that were allocated here count, until nobody has them any
// more, but for small ones.
//
// Resizable buffers and memories of WebAssembly V8 does not allocate by an
// allocator. Where the limit is one that somebody set, they end the isolate's
// JavaScript after the fact: V8's count is looked at after each full
// collection, which V8 makes when what is outside of its heap is half of the
// heap's limit. Nothing bounds those of them that are shared.
//
// Shared by the isolate and by every backing store, which may be moved to
// another isolate and outlive its own: Free() may be called on any thread at
// any time, all else on the isolate's thread before Detach().
class BufferAllocator final : public v8::ArrayBuffer::Allocator {
 public:
  // `limit` in bytes. One that somebody set is held more closely, at the cost
  // of about 0.2 us for each buffer of 1 to 16 KB; what is the machine's is
  // there to end a program before the kernel does.
  BufferAllocator(size_t limit, bool is_set)
      : limit_(limit),
        is_set_(is_set),
        tracked_from_((is_set ? size_t{1} : size_t{16}) << 10) {}

  size_t limit() const { return limit_; }

  // The isolate whose buffers count, and what ends it. Both outlive the time to
  // Detach().
  void Attach(v8::Isolate* isolate, HeapLimit* heap_limit);
  void Detach();

  // Whether bytes from elsewhere, such as a file's content, may become an
  // ArrayBuffer of the isolate. Collects garbage before it says no, and calls
  // HeapLimit::Reach() as for a buffer that is allocated here.
  bool Admit(size_t length);

  // Bytes from elsewhere became an ArrayBuffer of the isolate: its JavaScript
  // ends where they are beyond the limit.
  void Adopt(size_t length);

  // The buffer with these bytes goes to another isolate, whose V8 counts it.
  void GiveAway(void* data) ABSL_LOCKS_EXCLUDED(mutex_);

  void* Allocate(size_t length) override;
  void* AllocateUninitialized(size_t length) override;
  void Free(void* data, size_t length) override ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool MayAllocate(size_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  static void OnCollected(v8::Isolate* isolate, v8::GCType type,
                          v8::GCCallbackFlags flags, void* self);
  bool IsSumBeyond() const;
  void CheckSum();
  bool Fits(size_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  void* Track(void* data, size_t length) ABSL_LOCKS_EXCLUDED(mutex_);

  const size_t limit_;
  const bool is_set_;
  const size_t tracked_from_;
  v8::Isolate* isolate_ = nullptr;
  HeapLimit* heap_limit_ = nullptr;
  // An interrupt that calls CheckSum() is under way.
  bool checks_ = false;
  // Bytes admitted since V8's sum was last looked at.
  size_t unchecked_ = 0;
  // Refusals in a row.
  int refusals_ = 0;

  absl::Mutex mutex_;
  // What was allocated here, shared or not, is alive, and was not given away;
  // and its sum.
  absl::flat_hash_map<void*, size_t> tracked_ ABSL_GUARDED_BY(mutex_);
  size_t tracked_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_
