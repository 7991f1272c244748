#ifndef RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_
#define RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_

#include <v8.h>

#include <cstddef>
#include <memory>

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
// more.
//
// Resizable buffers and memories of WebAssembly V8 does not allocate by an
// allocator. They count by MappedBuffers, where the limit is one that somebody
// set. V8's own count is then also looked at after each full collection, for
// buffers that came from elsewhere.
//
// Shared by the isolate and by every backing store, which may be moved to
// another isolate and outlive its own: Free(), AddMapped() and, for another
// thread's, MayMap() may be called on any thread at any time, all else on the
// isolate's thread before Detach().
class BufferAllocator final
    : public v8::ArrayBuffer::Allocator,
      public std::enable_shared_from_this<BufferAllocator> {
 public:
  // `limit` in bytes. One that somebody set is held more closely, at the cost
  // of about 0.2 us for each buffer below 16 KB: all count, and each with what
  // it takes beside its bytes. What is the machine's is there to end a program
  // before the kernel does.
  BufferAllocator(size_t limit, bool is_set)
      : limit_(limit),
        is_set_(is_set),
        tracked_from_(is_set ? 1 : size_t{16} << 10),
        overhead_(is_set ? kOverhead : 0) {}

  size_t limit() const { return limit_; }

  // The isolate whose buffers count, and what ends it. Both outlive the time to
  // Detach().
  void Attach(v8::Isolate* isolate, HeapLimit* heap_limit);
  void Detach();

  // Whether bytes from elsewhere, such as a file's content, may become an
  // ArrayBuffer of the isolate. Collects garbage before it says no, and calls
  // HeapLimit::Reach() as for a buffer that is allocated here.
  bool Admit(size_t length);

  // The bytes at `data`, from elsewhere, become an ArrayBuffer of the isolate:
  // its JavaScript ends where they are beyond the limit.
  void Adopt(void* data, size_t length);

  // The buffer with these bytes goes to another isolate, whose V8 counts it.
  void GiveAway(void* data) ABSL_LOCKS_EXCLUDED(mutex_);

  // --- For MappedBuffers and BufferCharge ---

  // What the isolate holds in other ways is to count as well.
  bool CountsMapped() const { return is_set_ && isolate_ != nullptr; }
  // Whether a buffer of `from` bytes, 0 for a new one, may become one of `to`.
  // On the isolate's own thread garbage is collected before the answer is no;
  // it goes on then: V8 also tries a new one where one may not grow.
  bool MayMap(size_t from, size_t to, bool is_own_thread)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void AddMapped(ptrdiff_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  // Adds so many bytes; the isolate's JavaScript ends where they are beyond the
  // limit.
  void Claim(size_t length) ABSL_LOCKS_EXCLUDED(mutex_);

  void* Allocate(size_t length) override;
  void* AllocateUninitialized(size_t length) override;
  void Free(void* data, size_t length) override ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // What malloc(3) and V8 add to a buffer, about.
  static constexpr size_t kOverhead = 256;

  bool MayAllocate(size_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  static void OnCollected(v8::Isolate* isolate, v8::GCType type,
                          v8::GCCallbackFlags flags, void* self);
  bool IsSumBeyond() const;
  void CheckSum();
  bool FitsInTheEnd(size_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  bool Fits(size_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  void* Track(void* data, size_t length) ABSL_LOCKS_EXCLUDED(mutex_);
  void Untrack(void* data) ABSL_LOCKS_EXCLUDED(mutex_);

  const size_t limit_;
  const bool is_set_;
  const size_t tracked_from_;
  const size_t overhead_;
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
  // and the sum of it and of what is mapped.
  absl::flat_hash_map<void*, size_t> tracked_ ABSL_GUARDED_BY(mutex_);
  size_t tracked_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_
