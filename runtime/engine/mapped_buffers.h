#ifndef RUNTIME_ENGINE_MAPPED_BUFFERS_H_
#define RUNTIME_ENGINE_MAPPED_BUFFERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace rt {

class BufferAllocator;

// The memory that V8 maps for buffers by itself: of resizable ArrayBuffers,
// growable SharedArrayBuffers and the memories of WebAssembly, shared or not.
// V8 reserves addresses for all that one may become, and makes as much of them
// accessible as it is long (TryAllocateAndPartiallyCommitMemory() in its
// src/objects/backing-store.cc). What is accessible counts for the isolate that
// made the buffer, where that has a limit that somebody set: until the buffer
// is freed, whoever has it or has it grow.
//
// Told of each such step by the page allocator, on the thread that takes it.
// One per process, never destroyed.
class MappedBuffers {
 public:
  // Addresses that nobody can access were reserved; by the isolate that is
  // entered on this thread, if any.
  void OnReserve(const void* address, size_t length)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // From `address` on, `length` bytes are to become accessible. False: they may
  // not, and V8 throws a RangeError, or has memory.grow return -1. Collects
  // garbage before it says so, where the isolate is the one that pays.
  bool MayCommit(const void* address, size_t length)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // They are not accessible any more.
  void OnDecommit(const void* address, size_t length)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // The whole reservation is gone.
  void OnFree(const void* address) ABSL_LOCKS_EXCLUDED(mutex_);

  // The buffer whose bytes begin at `data` counts for this one from now on; for
  // nobody where it is null. Nothing where it is not mapped.
  void SetPayer(const void* data, std::shared_ptr<BufferAllocator> payer)
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Reservation {
    size_t length = 0;
    // Of the buffer in it: before it may lie what nobody may access.
    uintptr_t begin = 0;
    size_t committed = 0;
    // Null: it counts for nobody.
    std::shared_ptr<BufferAllocator> payer;
  };

  // Null where there is none.
  Reservation* Find(uintptr_t address) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  absl::Mutex mutex_;
  // By their first address.
  std::map<uintptr_t, Reservation> reservations_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_MAPPED_BUFFERS_H_
