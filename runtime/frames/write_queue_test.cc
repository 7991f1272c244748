#include "runtime/frames/write_queue.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(WriteQueueTest, WhatCameInTheMeantimeIsTheNextBatch) {
  WriteQueue queue;
  queue.Push("a");
  queue.Push("b");
  EXPECT_THAT(queue.Begin(), ElementsAre("a", "b"));
  EXPECT_TRUE(queue.is_writing());
  queue.Push("c");
  queue.Written(/*failed=*/false);
  EXPECT_FALSE(queue.is_writing());
  EXPECT_THAT(queue.Begin(), ElementsAre("c"));
  queue.Written(/*failed=*/false);
  EXPECT_THAT(queue.Begin(), IsEmpty());
  EXPECT_FALSE(queue.is_writing());
}

TEST(WriteQueueTest, TellsOfRoomWhenTheBatchThatFilledItIsOut) {
  WriteQueue queue;
  queue.Push(std::string(WriteQueue::kFullBytes - 1, 'x'));
  EXPECT_FALSE(queue.IsFull());
  queue.Push("x");
  EXPECT_TRUE(queue.IsFull());
  queue.Begin();
  EXPECT_TRUE(queue.IsFull());
  EXPECT_TRUE(queue.Written(/*failed=*/false));
  EXPECT_FALSE(queue.IsFull());
  queue.Push("x");
  queue.Begin();
  EXPECT_FALSE(queue.Written(/*failed=*/false));
}

TEST(WriteQueueTest, DropsAllAfterABatchThatFailed) {
  WriteQueue queue;
  queue.Push("a");
  queue.Begin();
  queue.Push(std::string(WriteQueue::kFullBytes, 'x'));
  EXPECT_TRUE(queue.Written(/*failed=*/true));
  queue.Push("b");
  EXPECT_THAT(queue.Begin(), IsEmpty());
}

}  // namespace
}  // namespace rt
