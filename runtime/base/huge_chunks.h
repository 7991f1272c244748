#ifndef RUNTIME_BASE_HUGE_CHUNKS_H_
#define RUNTIME_BASE_HUGE_CHUNKS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace rt {

// Chunks of 256 KB, eight of them in each huge page of 2 MB, where the system
// has such pages for who asks (madvise(2), MADV_HUGEPAGE); else in ordinary
// ones.
//
// A huge page costs one fault where 512 ordinary ones cost one each, and one
// look-up in the processor's tables. It is there as a whole, so that it is
// for chunks that are filled, or are going to be: what nobody writes to in
// them is memory of the process, too.
//
// A chunk that was given back stays with the process until all eight of its
// page have been, and is cleared when it is taken again, which costs much less
// than new memory. When more than kKept of them wait so, those beyond that go
// back to the system one by one, and their pages fall apart.
//
// Any thread. Never destroyed: what it mapped stays mapped.
class HugeChunks {
 public:
  static constexpr size_t kChunk = size_t{256} << 10;
  // At most so many chunks wait with their memory for somebody to take them.
  static constexpr size_t kKept = 32;

  // A chunk that can be read and written, whose bytes are 0 and in memory;
  // aligned to its size. Null where the system has none.
  char* Take() ABSL_LOCKS_EXCLUDED(mutex_);

  // Gives back a chunk that Take() gave, readable and writable throughout. Its
  // memory may have been given to the system meanwhile, in whole or in part.
  void Give(char* chunk) ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether the address lies in a chunk of these.
  bool Owns(const void* address) const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  static constexpr size_t kHugePage = size_t{2} << 20;
  static constexpr size_t kChunksOfPage = kHugePage / kChunk;

  // One bit for each chunk. A chunk that is neither taken nor kept has no
  // memory.
  struct Page {
    uint8_t taken = 0;
    uint8_t kept = 0;
  };

  static size_t OffsetInPage(const void* address) {
    return reinterpret_cast<uintptr_t>(address) % kHugePage;
  }
  static const char* PageOf(const void* address) {
    return static_cast<const char*>(address) - OffsetInPage(address);
  }

  bool MapMore() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable absl::Mutex mutex_;
  absl::flat_hash_map<const char*, Page> pages_ ABSL_GUARDED_BY(mutex_);
  // Those with a free chunk of which others are taken, and those without
  // memory. The last ones come first.
  std::vector<char*> begun_ ABSL_GUARDED_BY(mutex_);
  std::vector<char*> empty_ ABSL_GUARDED_BY(mutex_);
  size_t kept_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rt

#endif  // RUNTIME_BASE_HUGE_CHUNKS_H_
