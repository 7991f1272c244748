#include "runtime/base/huge_chunks.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/base/check.h"
#include "runtime/base/memory.h"

namespace rt {
namespace {

// Addresses are had for many huge pages at a time.
constexpr size_t kRegion = size_t{32} << 20;

}  // namespace

char* HugeChunks::Take() {
  char* chunk = nullptr;
  bool is_kept = false;
  {
    absl::MutexLock lock(&mutex_);
    if (begun_.empty()) {
      if (empty_.empty() && !MapMore()) return nullptr;
      begun_.push_back(empty_.back());
      empty_.pop_back();
    }
    char* const begin = begun_.back();
    Page& page = pages_[begin];
    // One that has memory, if there is one.
    const int at = std::countr_zero(
        page.kept != 0 ? page.kept : static_cast<uint8_t>(~page.taken));
    const auto bit = static_cast<uint8_t>(1u << at);
    is_kept = (page.kept & bit) != 0;
    if (is_kept) {
      page.kept = static_cast<uint8_t>(page.kept & ~bit);
      --kept_;
    }
    page.taken = static_cast<uint8_t>(page.taken | bit);
    if (page.taken == 0xff) begun_.pop_back();
    chunk = begin + static_cast<size_t>(at) * kChunk;
  }
  if (is_kept) {
    memset(chunk, 0, kChunk);
  } else {
    PopulatePages(chunk, kChunk);
  }
  return chunk;
}

void HugeChunks::Give(char* chunk) {
  absl::MutexLock lock(&mutex_);
  char* const begin = chunk - OffsetInPage(chunk);
  Page& page = pages_[begin];
  const auto bit = static_cast<uint8_t>(1u << (OffsetInPage(chunk) / kChunk));
  RT_CHECK((page.taken & bit) != 0);
  const bool was_full = page.taken == 0xff;
  page.taken = static_cast<uint8_t>(page.taken & ~bit);
  if (page.taken == 0) {
    kept_ -= static_cast<size_t>(std::popcount(page.kept));
    page.kept = 0;
    madvise(begin, kHugePage, MADV_DONTNEED);
    begun_.erase(std::find(begun_.begin(), begun_.end(), begin));
    empty_.push_back(begin);
    return;
  }
  if (was_full) begun_.push_back(begin);
  if (kept_ < kKept) {
    page.kept = static_cast<uint8_t>(page.kept | bit);
    ++kept_;
  } else {
    madvise(chunk, kChunk, MADV_DONTNEED);
  }
}

bool HugeChunks::Owns(const void* address) const {
  absl::MutexLock lock(&mutex_);
  return pages_.contains(PageOf(address));
}

bool HugeChunks::MapMore() {
  char* const begin = MapAligned(kRegion, kHugePage);
  if (begin == nullptr) return false;
  // Where there are no huge pages, ordinary ones do.
  madvise(begin, kRegion, MADV_HUGEPAGE);
  // Taken from the back.
  for (size_t at = kRegion; at > 0; at -= kHugePage) {
    pages_.try_emplace(begin + at - kHugePage);
    empty_.push_back(begin + at - kHugePage);
  }
  return true;
}

}  // namespace rt
