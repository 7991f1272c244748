#ifndef RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_
#define RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_

#include <v8.h>

#include <cstddef>

namespace rt {

class HeapLimit;

// Allocates the bytes of one isolate's ArrayBuffers, which lie outside of V8's
// heap, and holds their sum below a limit.
//
// A buffer that alone is beyond the limit gets a RangeError, as V8 throws it. A
// sum that stays beyond it after V8 collected its garbage ends the isolate's
// JavaScript by HeapLimit::Reach(), or else a program that keeps buffers would
// grow until the kernel kills the process. V8 does not count, and so nothing
// bounds, SharedArrayBuffers, resizable buffers and WebAssembly memories.
//
// Shared by the isolate and by every backing store, which may be moved to
// another isolate and outlive its own: Free() may be called on any thread at
// any time, all else on the isolate's thread before Detach().
class BufferAllocator final : public v8::ArrayBuffer::Allocator {
 public:
  // `limit` in bytes.
  explicit BufferAllocator(size_t limit) : limit_(limit) {}

  // The isolate whose buffers count, and what ends it. Both outlive the time to
  // Detach().
  void Attach(v8::Isolate* isolate, HeapLimit* heap_limit);
  void Detach();

  void* Allocate(size_t length) override;
  void* AllocateUninitialized(size_t length) override;
  void Free(void* data, size_t length) override;

 private:
  bool Admit(size_t length);

  const size_t limit_;
  v8::Isolate* isolate_ = nullptr;
  HeapLimit* heap_limit_ = nullptr;
  // Bytes admitted since the sum was last looked at.
  size_t unchecked_ = 0;
  // Refusals in a row.
  int refusals_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_BUFFER_ALLOCATOR_H_
