#include "runtime/engine/chunk_allocator.h"

#include <sys/mman.h>

#include <algorithm>

#include "runtime/base/check.h"
#include "runtime/base/memory.h"

namespace rt {
namespace {

// Of V8's heaps (kRegularPageSize in its src/common/globals.h).
constexpr size_t kChunk = HugeChunks::kChunk;
constexpr size_t kRegion = 32 * kChunk;
constexpr size_t kPage = 4096;

// What V8 takes by malloc(3) while it makes an isolate: 0.6 MB stay with it
// (stub caches, the table of strings, the Isolate), the rest is the reader's of
// the snapshot.
constexpr size_t kMallocOfIsolate = size_t{704} << 10;

// What a small realm takes at most while it does its work, and fills a little
// of. V8's young generation alone has four more when it is first collected.
constexpr int kFirstChunks = 8;

constinit thread_local ChunkAllocator::IsolateMaking* making = nullptr;

uintptr_t RegionOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address) & ~(kRegion - 1);
}

uintptr_t ChunkOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address) & ~(kChunk - 1);
}

// Whether a chunk of which this is filled is better had as a part of a huge
// page: nearly all of it.
bool IsDense(const std::vector<std::pair<size_t, size_t>>& filled) {
  size_t bytes = 0;
  for (const auto& [begin, length] : filled) bytes += length;
  return bytes >= kChunk / 16 * 15;
}

// Null where the system has none.
char* MapRegion() {
  char* const region = MapAligned(kRegion, kRegion);
  if (region == nullptr) return nullptr;
  // It is large enough for huge pages, and would get them on many systems, with
  // memory for what is not used of its chunks.
  madvise(region, kRegion, MADV_NOHUGEPAGE);
  return region;
}

}  // namespace

ChunkAllocator::IsolateMaking::IsolateMaking(ChunkAllocator& allocator)
    : allocator_(allocator) {
  RT_CHECK(making == nullptr);
  making = this;
  PopulateMalloc(kMallocOfIsolate);
}

ChunkAllocator::IsolateMaking::~IsolateMaking() {
  making = nullptr;
  allocator_.Learn(chunks_);
}

bool ChunkAllocator::IsOrdinary(const void* address) {
  absl::MutexLock lock(&mutex_);
  return regions_.contains(RegionOf(address));
}

char* ChunkAllocator::TakeChunk() {
  if (making == nullptr) return Grows() ? huge_.Take() : TakeOrdinaryChunk();
  const std::vector<Range>* const filled = Filled(making->chunks_.size());
  char* chunk = nullptr;
  if (filled != nullptr && IsDense(*filled)) {
    chunk = huge_.Take();
  } else {
    chunk = TakeOrdinaryChunk();
    if (chunk != nullptr && filled != nullptr) {
      for (const auto& [begin, length] : *filled) {
        PopulatePages(chunk + begin, length);
      }
    }
  }
  if (chunk != nullptr) making->chunks_.push_back(chunk);
  return chunk;
}

bool ChunkAllocator::Grows() {
  v8::Isolate* const isolate = v8::Isolate::TryGetCurrent();
  // A thread of V8's that collects garbage for one.
  if (isolate == nullptr) return true;
  absl::MutexLock lock(&mutex_);
  return ++grown_[isolate] > kFirstChunks;
}

void ChunkAllocator::Forget(v8::Isolate* isolate) {
  absl::MutexLock lock(&mutex_);
  grown_.erase(isolate);
}

char* ChunkAllocator::TakeOrdinaryChunk() {
  absl::MutexLock lock(&mutex_);
  if (free_.empty()) {
    char* const region = MapRegion();
    if (region == nullptr) return nullptr;
    regions_.insert(RegionOf(region));
    // Taken from the back.
    for (size_t at = kRegion; at > 0; at -= kChunk) {
      free_.push_back(region + at - kChunk);
    }
  }
  char* const chunk = free_.back();
  free_.pop_back();
  return chunk;
}

void* ChunkAllocator::AllocatePages(void* address, size_t length,
                                    size_t alignment, Permission permissions) {
  if (length == kChunk && alignment == kChunk && permissions == kReadWrite) {
    if (char* const chunk = TakeChunk(); chunk != nullptr) return chunk;
  }
  void* const pages =
      base_->AllocatePages(address, length, alignment, permissions);
  if (permissions == kNoAccess && pages != nullptr) {
    mapped_buffers_.OnReserve(pages, length);
  }
  return pages;
}

bool ChunkAllocator::FreePages(void* address, size_t length) {
  auto* const chunk = static_cast<char*>(address);
  if (huge_.Owns(chunk)) {
    if (TakeOdd(chunk) &&
        mprotect(chunk, kChunk, PROT_READ | PROT_WRITE) != 0) {
      return false;
    }
    huge_.Give(chunk);
    return true;
  }
  if (IsOrdinary(chunk)) return FreeOrdinaryChunk(chunk);
  // First: the addresses may be another's at once.
  mapped_buffers_.OnFree(address);
  return base_->FreePages(address, length);
}

bool ChunkAllocator::FreeOrdinaryChunk(char* chunk) {
  // What comes from V8's allocator is zero, and so is this.
  const int result =
      TakeOdd(chunk)
          ? (mmap(chunk, kChunk, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                  0) == chunk
                 ? 0
                 : -1)
          : madvise(chunk, kChunk, MADV_DONTNEED);
  if (result != 0) return false;
  absl::MutexLock lock(&mutex_);
  free_.push_back(chunk);
  return true;
}

void ChunkAllocator::MarkOdd(const void* address) {
  if (!Owns(address)) return;
  absl::MutexLock lock(&mutex_);
  odd_.insert(ChunkOf(address));
}

bool ChunkAllocator::TakeOdd(const void* address) {
  absl::MutexLock lock(&mutex_);
  return odd_.erase(ChunkOf(address)) != 0;
}

bool ChunkAllocator::ReleasePages(void* address, size_t length,
                                  size_t new_length) {
  // To take a part out of a huge page costs more than what is gained.
  if (huge_.Owns(address)) return true;
  if (!IsOrdinary(address)) {
    return base_->ReleasePages(address, length, new_length);
  }
  // What an isolate leaves over as it is made has not been touched.
  if (making != nullptr) return true;
  return madvise(static_cast<char*>(address) + new_length, length - new_length,
                 MADV_DONTNEED) == 0;
}

bool ChunkAllocator::SetPermissions(void* address, size_t length,
                                    Permission permissions) {
  if (permissions != kReadWrite) MarkOdd(address);
  if (permissions == kReadWrite &&
      !mapped_buffers_.MayCommit(address, length)) {
    return false;
  }
  const bool is_done = base_->SetPermissions(address, length, permissions);
  if (permissions == kNoAccess && is_done) {
    mapped_buffers_.OnDecommit(address, length);
  }
  return is_done;
}

bool ChunkAllocator::RecommitPages(void* address, size_t length,
                                   Permission permissions) {
  if (permissions != kReadWrite) MarkOdd(address);
  return base_->RecommitPages(address, length, permissions);
}

bool ChunkAllocator::DecommitPages(void* address, size_t size) {
  MarkOdd(address);
  if (!base_->DecommitPages(address, size)) return false;
  mapped_buffers_.OnDecommit(address, size);
  return true;
}

const std::vector<ChunkAllocator::Range>* ChunkAllocator::Filled(
    size_t number) {
  absl::MutexLock lock(&mutex_);
  return number < filled_.size() ? &filled_[number] : nullptr;
}

// The first isolate of the process also fills what all share, in chunks of its
// own.
void ChunkAllocator::Learn(const std::vector<char*>& chunks) {
  {
    absl::MutexLock lock(&mutex_);
    if (++made_ != 2) return;
  }
  std::vector<std::vector<Range>> filled;
  for (char* const chunk : chunks) {
    unsigned char resident[kChunk / kPage] = {};
    std::vector<Range>& ranges = filled.emplace_back();
    if (mincore(chunk, kChunk, resident) != 0) continue;
    for (size_t i = 0; i < kChunk / kPage; ++i) {
      if ((resident[i] & 1) == 0) continue;
      if (!ranges.empty() &&
          ranges.back().first + ranges.back().second == i * kPage) {
        ranges.back().second += kPage;
      } else {
        ranges.emplace_back(i * kPage, kPage);
      }
    }
  }
  absl::MutexLock lock(&mutex_);
  filled_ = std::move(filled);
}

}  // namespace rt
