#ifndef RUNTIME_ENGINE_CHUNK_ALLOCATOR_H_
#define RUNTIME_ENGINE_CHUNK_ALLOCATOR_H_

#include <v8-isolate.h>
#include <v8-platform.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/huge_chunks.h"
#include "runtime/engine/mapped_buffers.h"

namespace rt {

// V8's memory from the system, made for a process that starts many isolates.
//
// V8's heaps consist of chunks of 256 KB. By itself V8 maps more than that for
// each one and unmaps what is not aligned: two or three system calls that all
// threads of the process wait for. Here a chunk comes from a region of many,
// and goes back there.
//
// An isolate that comes out of the snapshot fills the same pages of the same
// chunks as the one before it, in the same order. So the pages that one isolate
// filled as it was made (IsolateMaking) are asked of the system for the next
// ones at once, instead of by a fault for each page; and so are those of what
// V8 takes by malloc(3) meanwhile. These are most of what it costs to make an
// isolate where faults are slow, as on virtual machines.
//
// Of these chunks, those that an isolate fills from end to end as it is made
// are parts of huge pages (HugeChunks); so are all that it takes later, when
// its heap grows for good. The others stay ordinary memory, of which only what
// is used is there.
//
// All else goes to V8's own allocator, and what of it is for buffers is counted
// by MappedBuffers. One per process, never destroyed. Any
// thread.
class ChunkAllocator final : public v8::PageAllocator {
 public:
  explicit ChunkAllocator(v8::PageAllocator* base) : base_(base) {}

  // While an isolate is made out of the snapshot on the calling thread.
  class IsolateMaking {
   public:
    explicit IsolateMaking(ChunkAllocator& allocator);
    ~IsolateMaking();
    IsolateMaking(const IsolateMaking&) = delete;
    IsolateMaking& operator=(const IsolateMaking&) = delete;

   private:
    friend class ChunkAllocator;

    ChunkAllocator& allocator_;
    std::vector<char*> chunks_;
  };

  MappedBuffers& mapped_buffers() { return mapped_buffers_; }

  // The isolate is about to be gone.
  void Forget(v8::Isolate* isolate) ABSL_LOCKS_EXCLUDED(mutex_);

  // v8::PageAllocator
  size_t AllocatePageSize() override { return base_->AllocatePageSize(); }
  size_t CommitPageSize() override { return base_->CommitPageSize(); }
  void SetRandomMmapSeed(int64_t seed) override {
    base_->SetRandomMmapSeed(seed);
  }
  void* GetRandomMmapAddr() override { return base_->GetRandomMmapAddr(); }
  void* AllocatePages(void* address, size_t length, size_t alignment,
                      Permission permissions) override;
  bool FreePages(void* address, size_t length) override;
  bool ReleasePages(void* address, size_t length, size_t new_length) override;
  bool SetPermissions(void* address, size_t length,
                      Permission permissions) override;
  bool RecommitPages(void* address, size_t length,
                     Permission permissions) override;
  bool DiscardSystemPages(void* address, size_t size) override {
    return base_->DiscardSystemPages(address, size);
  }
  bool DecommitPages(void* address, size_t size) override;
  bool SealPages(void* address, size_t length) override {
    return base_->SealPages(address, length);
  }

 private:
  // Bytes from the start of a chunk, and how many.
  using Range = std::pair<size_t, size_t>;

  bool IsOrdinary(const void* address) ABSL_LOCKS_EXCLUDED(mutex_);
  bool Owns(const void* address) {
    return huge_.Owns(address) || IsOrdinary(address);
  }
  // Null where the system has none.
  char* TakeChunk() ABSL_LOCKS_EXCLUDED(mutex_);
  char* TakeOrdinaryChunk() ABSL_LOCKS_EXCLUDED(mutex_);
  bool FreeOrdinaryChunk(char* chunk) ABSL_LOCKS_EXCLUDED(mutex_);
  // The chunk no longer is memory that can be read and written throughout; and
  // whether it is such a one, which it then no longer is.
  void MarkOdd(const void* address) ABSL_LOCKS_EXCLUDED(mutex_);
  bool TakeOdd(const void* address) ABSL_LOCKS_EXCLUDED(mutex_);
  // Counts one more chunk for the heap of the isolate that is entered; whether
  // it has now taken several after that was made.
  bool Grows() ABSL_LOCKS_EXCLUDED(mutex_);
  // What the isolates before filled of the chunk of this number; null where
  // that is not known.
  const std::vector<Range>* Filled(size_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  void Learn(const std::vector<char*>& chunks) ABSL_LOCKS_EXCLUDED(mutex_);

  v8::PageAllocator* const base_;
  MappedBuffers mapped_buffers_;
  HugeChunks huge_;
  absl::Mutex mutex_;
  absl::flat_hash_set<uintptr_t> regions_ ABSL_GUARDED_BY(mutex_);
  std::vector<char*> free_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<uintptr_t> odd_ ABSL_GUARDED_BY(mutex_);
  // How many chunks each isolate took after it was made.
  absl::flat_hash_map<v8::Isolate*, int> grown_ ABSL_GUARDED_BY(mutex_);
  // How many isolates were made, and what one filled of each chunk.
  int made_ ABSL_GUARDED_BY(mutex_) = 0;
  // Set once.
  std::vector<std::vector<Range>> filled_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_CHUNK_ALLOCATOR_H_
