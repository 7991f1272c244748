#include "runtime/engine/chunk_allocator.h"

#include <sys/mman.h>

#include <algorithm>

#include "runtime/base/check.h"
#include "runtime/base/memory.h"

namespace rt {
namespace {

// Of V8's heaps (kRegularPageSize in its src/common/globals.h).
constexpr size_t kChunk = size_t{256} << 10;
constexpr size_t kRegion = 32 * kChunk;
constexpr size_t kPage = 4096;

// What V8 takes by malloc(3) while it makes an isolate: 0.6 MB stay with it
// (stub caches, the table of strings, the Isolate), the rest is the reader's of
// the snapshot.
constexpr size_t kMallocOfIsolate = size_t{704} << 10;

constinit thread_local ChunkAllocator::IsolateMaking* making = nullptr;

uintptr_t RegionOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address) & ~(kRegion - 1);
}

uintptr_t ChunkOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address) & ~(kChunk - 1);
}

// Null where the system has none.
char* MapRegion() {
  constexpr size_t kLength = 2 * kRegion;
  void* const mapped = mmap(nullptr, kLength, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<char*>(mapped);
  const size_t before =
      (kRegion - reinterpret_cast<uintptr_t>(mapped) % kRegion) % kRegion;
  if (before != 0) munmap(begin, before);
  munmap(begin + before + kRegion, kLength - before - kRegion);
  // A region is large enough for huge pages, and would get them on many
  // systems: a realm's memory is then that of its neighbours too.
  madvise(begin + before, kRegion, MADV_NOHUGEPAGE);
  return begin + before;
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

bool ChunkAllocator::Owns(const void* address) {
  absl::MutexLock lock(&mutex_);
  return regions_.contains(RegionOf(address));
}

char* ChunkAllocator::TakeChunk() {
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
    if (char* const chunk = TakeChunk(); chunk != nullptr) {
      if (making != nullptr) {
        Populate(chunk, making->chunks_.size());
        making->chunks_.push_back(chunk);
      }
      return chunk;
    }
  }
  void* const pages =
      base_->AllocatePages(address, length, alignment, permissions);
  if (permissions == kNoAccess && pages != nullptr) {
    mapped_buffers_.OnReserve(pages, length);
  }
  return pages;
}

bool ChunkAllocator::FreePages(void* address, size_t length) {
  if (!Owns(address)) {
    // First: the addresses may be another's at once.
    mapped_buffers_.OnFree(address);
    return base_->FreePages(address, length);
  }
  bool is_odd = false;
  {
    absl::MutexLock lock(&mutex_);
    is_odd = odd_.erase(ChunkOf(address)) != 0;
  }
  // What comes from V8's allocator is zero, and so is this.
  const int result =
      is_odd ? (mmap(address, kChunk, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                     -1, 0) == address
                    ? 0
                    : -1)
             : madvise(address, kChunk, MADV_DONTNEED);
  if (result != 0) return false;
  absl::MutexLock lock(&mutex_);
  free_.push_back(static_cast<char*>(address));
  return true;
}

void ChunkAllocator::MarkOdd(const void* address) {
  absl::MutexLock lock(&mutex_);
  if (regions_.contains(RegionOf(address))) odd_.insert(ChunkOf(address));
}

bool ChunkAllocator::ReleasePages(void* address, size_t length,
                                  size_t new_length) {
  if (!Owns(address)) return base_->ReleasePages(address, length, new_length);
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

void ChunkAllocator::Populate(char* chunk, size_t number) {
  std::shared_ptr<const std::vector<std::vector<Range>>> filled;
  {
    absl::MutexLock lock(&mutex_);
    filled = filled_;
  }
  if (filled == nullptr || number >= filled->size()) return;
  for (const auto& [begin, length] : (*filled)[number]) {
    PopulatePages(chunk + begin, length);
  }
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
  filled_ = std::make_shared<const std::vector<std::vector<Range>>>(
      std::move(filled));
}

}  // namespace rt
