#include "runtime/base/huge_chunks.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace rt {
namespace {

constexpr size_t kChunk = HugeChunks::kChunk;
constexpr size_t kPage = 4096;

bool IsZero(const char* chunk) {
  return std::all_of(chunk, chunk + kChunk, [](char c) { return c == 0; });
}

size_t ResidentPages(char* chunk) {
  unsigned char resident[kChunk / kPage] = {};
  EXPECT_EQ(mincore(chunk, kChunk, resident), 0);
  return static_cast<size_t>(
      std::count_if(std::begin(resident), std::end(resident),
                    [](unsigned char page) { return (page & 1) != 0; }));
}

class HugeChunksTest : public testing::Test {
 protected:
  std::vector<char*> Take(size_t count) {
    std::vector<char*> taken;
    for (size_t i = 0; i < count; ++i) taken.push_back(chunks_.Take());
    return taken;
  }

  HugeChunks chunks_;
};

TEST_F(HugeChunksTest, ChunksAreAlignedZeroThereAndApart) {
  std::vector<char*> taken = Take(300);
  for (size_t i = 0; i < taken.size(); ++i) {
    ASSERT_NE(taken[i], nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(taken[i]) % kChunk, 0u);
    EXPECT_EQ(ResidentPages(taken[i]), kChunk / kPage);
    EXPECT_TRUE(IsZero(taken[i]));
    memset(taken[i], static_cast<int>(i % 100) + 1, kChunk);
  }
  for (size_t i = 0; i < taken.size(); ++i) {
    EXPECT_EQ(taken[i][0], static_cast<char>(i % 100 + 1));
    EXPECT_EQ(taken[i][kChunk - 1], static_cast<char>(i % 100 + 1));
  }
}

TEST_F(HugeChunksTest, EightChunksShareAHugePage) {
  std::set<uintptr_t> pages;
  for (char* const chunk : Take(16)) {
    pages.insert(reinterpret_cast<uintptr_t>(chunk) >> 21);
  }
  EXPECT_EQ(pages.size(), 2u);
}

TEST_F(HugeChunksTest, AChunkThatComesAgainIsZero) {
  std::vector<char*> taken = Take(3);
  memset(taken[1], 1, kChunk);
  chunks_.Give(taken[1]);
  char* const again = chunks_.Take();
  EXPECT_EQ(again, taken[1]);
  EXPECT_TRUE(IsZero(again));
}

TEST_F(HugeChunksTest, APageWithoutAChunkInUseHoldsNoMemory) {
  std::vector<char*> taken = Take(8);
  for (char* const chunk : taken) {
    memset(chunk, 1, kChunk);
    chunks_.Give(chunk);
  }
  for (char* const chunk : taken) EXPECT_EQ(ResidentPages(chunk), 0u);
  EXPECT_TRUE(IsZero(chunks_.Take()));
}

TEST_F(HugeChunksTest, HoldsSoMuchThatNobodyUsesAndNoMore) {
  constexpr size_t kPages = 40;
  std::vector<char*> taken = Take(kPages * 8);
  // One of each huge page stays in use.
  std::vector<char*> given;
  for (size_t i = 0; i < taken.size(); ++i) {
    memset(taken[i], 1, kChunk);
    if (i % 8 != 3) given.push_back(taken[i]);
  }
  for (char* const chunk : given) chunks_.Give(chunk);
  size_t held = 0;
  for (char* const chunk : given) held += ResidentPages(chunk);
  EXPECT_EQ(held, HugeChunks::kKept * (kChunk / kPage));
  // All of it can be had again, and nothing else is mapped for that.
  std::set<char*> again;
  for (size_t i = 0; i < given.size(); ++i) {
    char* const chunk = chunks_.Take();
    EXPECT_TRUE(IsZero(chunk));
    EXPECT_EQ(ResidentPages(chunk), kChunk / kPage);
    again.insert(chunk);
  }
  EXPECT_EQ(again, std::set<char*>(given.begin(), given.end()));
}

TEST_F(HugeChunksTest, TellsItsOwnFromOthers) {
  std::vector<char> other(kChunk);
  EXPECT_FALSE(chunks_.Owns(other.data()));
  char* const chunk = chunks_.Take();
  EXPECT_TRUE(chunks_.Owns(chunk));
  EXPECT_TRUE(chunks_.Owns(chunk + kChunk - 1));
  EXPECT_FALSE(chunks_.Owns(other.data()));
}

TEST_F(HugeChunksTest, ThreadsTakeAndGiveAtOnce) {
  std::vector<std::thread> threads;
  for (int number = 1; number <= 4; ++number) {
    threads.emplace_back([this, number] {
      std::vector<char*> mine;
      for (int round = 0; round < 300; ++round) {
        char* const chunk = chunks_.Take();
        ASSERT_NE(chunk, nullptr);
        ASSERT_EQ(chunk[0], 0);
        ASSERT_EQ(chunk[kChunk - 1], 0);
        memset(chunk, number, kChunk);
        mine.push_back(chunk);
        if (round % 3 == 2) {
          for (int i = 0; i < 2; ++i) {
            ASSERT_EQ(mine.front()[kChunk / 2], number);
            chunks_.Give(mine.front());
            mine.erase(mine.begin());
          }
        }
      }
      for (char* const chunk : mine) chunks_.Give(chunk);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace rt
