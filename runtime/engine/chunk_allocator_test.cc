#include "runtime/engine/chunk_allocator.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "runtime/engine/loop_platform.h"
#include "runtime/engine/platform.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

constexpr size_t kChunk = size_t{256} << 10;
constexpr size_t kPage = 4096;
constexpr auto kReadWrite = v8::PageAllocator::kReadWrite;

class ChunkAllocatorTest : public testing::Test {
 protected:
  char* Take() {
    return static_cast<char*>(
        chunks_.AllocatePages(nullptr, kChunk, kChunk, kReadWrite));
  }

  static bool IsZero(const char* chunk) {
    for (size_t i = 0; i < kChunk; ++i) {
      if (chunk[i] != 0) return false;
    }
    return true;
  }

  static std::vector<size_t> ResidentPages(char* chunk) {
    unsigned char resident[kChunk / kPage];
    EXPECT_EQ(mincore(chunk, kChunk, resident), 0);
    std::vector<size_t> pages;
    for (size_t i = 0; i < kChunk / kPage; ++i) {
      if ((resident[i] & 1) != 0) pages.push_back(i);
    }
    return pages;
  }

  ChunkAllocator chunks_{EnginePlatform().GetPageAllocator()};
};

TEST_F(ChunkAllocatorTest, ChunksAreAlignedZeroAndApart) {
  std::vector<char*> taken;
  for (int i = 0; i < 100; ++i) {
    char* const chunk = Take();
    ASSERT_NE(chunk, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(chunk) % kChunk, 0u);
    EXPECT_TRUE(IsZero(chunk));
    memset(chunk, i + 1, kChunk);
    taken.push_back(chunk);
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(taken[i][0], i + 1);
    EXPECT_EQ(taken[i][kChunk - 1], i + 1);
    EXPECT_TRUE(chunks_.FreePages(taken[i], kChunk));
  }
}

TEST_F(ChunkAllocatorTest, AChunkThatComesAgainIsZeroAndHoldsNoMemory) {
  char* const chunk = Take();
  memset(chunk, 1, kChunk);
  ASSERT_TRUE(chunks_.FreePages(chunk, kChunk));
  EXPECT_TRUE(ResidentPages(chunk).empty());
  char* const again = Take();
  EXPECT_EQ(again, chunk);
  EXPECT_TRUE(IsZero(again));
  EXPECT_TRUE(chunks_.FreePages(again, kChunk));
}

TEST_F(ChunkAllocatorTest, AChunkThatWasMadeReadOnlyComesBackWritable) {
  char* const chunk = Take();
  memset(chunk, 1, kChunk);
  ASSERT_TRUE(chunks_.SetPermissions(chunk, kPage, v8::PageAllocator::kRead));
  ASSERT_TRUE(chunks_.FreePages(chunk, kChunk));
  char* const again = Take();
  EXPECT_EQ(again, chunk);
  EXPECT_TRUE(IsZero(again));
  memset(again, 1, kChunk);
  EXPECT_TRUE(chunks_.FreePages(again, kChunk));
}

TEST_F(ChunkAllocatorTest, OtherSizesAreTheSystems) {
  constexpr size_t kLarge = 3 * kChunk;
  char* const large = static_cast<char*>(
      chunks_.AllocatePages(nullptr, kLarge, kChunk, kReadWrite));
  ASSERT_NE(large, nullptr);
  memset(large, 1, kLarge);
  EXPECT_TRUE(chunks_.FreePages(large, kLarge));
}

TEST_F(ChunkAllocatorTest, WhatOneIsolateFilledIsThereForTheNextOnes) {
  std::vector<size_t> all(kChunk / kPage);
  std::iota(all.begin(), all.end(), 0);
  // The last one is better had as a part of a huge page.
  std::vector<size_t> most(all.begin(), all.end() - 2);
  const std::vector<std::vector<size_t>> filled = {
      {0, 1, 2, 40}, {0, 63}, most};
  for (int isolate = 0; isolate < 4; ++isolate) {
    const ChunkAllocator::IsolateMaking making(chunks_);
    for (const std::vector<size_t>& pages : filled) {
      char* const chunk = Take();
      const std::vector<size_t> before = ResidentPages(chunk);
      // The first one is like no other, and the second one is learnt from.
      EXPECT_EQ(before, isolate < 2     ? std::vector<size_t>()
                        : pages == most ? all
                                        : pages)
          << isolate;
      for (const size_t page : pages) chunk[page * kPage] = 1;
    }
  }
  // Without an isolate, it is a thread that collects garbage.
  EXPECT_EQ(ResidentPages(Take()), all);
}

TEST_F(ChunkAllocatorTest, AHugePageStaysWhole) {
  char* const chunk = Take();
  std::vector<size_t> all = ResidentPages(chunk);
  EXPECT_EQ(all.size(), kChunk / kPage);
  // V8 does so with the end of a chunk that it does not need.
  EXPECT_TRUE(chunks_.ReleasePages(chunk, kChunk, kChunk - 4 * kPage));
  EXPECT_EQ(ResidentPages(chunk), all);
  ASSERT_TRUE(chunks_.FreePages(chunk, kChunk));
}

TEST_F(ChunkAllocatorTest, AHeapThatGrowsGetsHugePages) {
  WithIsolate([&](IsolateScope&) {
    std::vector<char*> taken;
    for (int i = 0; i < 12; ++i) taken.push_back(Take());
    EXPECT_TRUE(ResidentPages(taken.front()).empty());
    EXPECT_EQ(ResidentPages(taken.back()).size(), kChunk / kPage);
    for (char* const chunk : taken) {
      memset(chunk, 1, kChunk);
      EXPECT_TRUE(chunks_.FreePages(chunk, kChunk));
    }
    for (char* const chunk : taken) EXPECT_TRUE(ResidentPages(chunk).empty());
    EXPECT_TRUE(IsZero(Take()));
  });
}

}  // namespace
}  // namespace rt
