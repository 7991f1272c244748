#include "runtime/realm/port.h"

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/realm/message.h"

namespace rt {
namespace {

// A message that is told from others by its size.
std::unique_ptr<Message> Sized(size_t size) {
  auto message = std::make_unique<Message>();
  message->size = size;
  return message;
}

size_t TakeSize(PortEnd& end) {
  const std::unique_ptr<Message> message = end.Take();
  return message != nullptr ? message->size : 0;
}

TEST(PortEndTest, MessagesComeInOrderAndOnlyAtTheOtherEnd) {
  auto [one, other] = PortEnd::CreateChannel();
  one.Post(Sized(1));
  one.Post(Sized(2));
  other.Post(Sized(3));
  EXPECT_EQ(TakeSize(other), 1u);
  EXPECT_EQ(TakeSize(other), 2u);
  EXPECT_EQ(other.Take(), nullptr);
  EXPECT_EQ(TakeSize(one), 3u);
}

TEST(PortEndTest, WhatWaitsMovesWithTheEnd) {
  auto [one, other] = PortEnd::CreateChannel();
  one.Post(Sized(1));
  PortEnd moved = std::move(other);
  one.Post(Sized(2));
  EXPECT_EQ(TakeSize(moved), 1u);
  EXPECT_EQ(TakeSize(moved), 2u);
  EXPECT_FALSE(moved.IsEnded());
}

TEST(PortEndTest, WakesOnceUntilItIsRearmed) {
  auto [one, other] = PortEnd::CreateChannel();
  int wakes = 0;
  other.SetWake([&] { ++wakes; });
  one.Post(Sized(1));
  one.Post(Sized(2));
  EXPECT_EQ(wakes, 1);
  other.Rearm();
  one.Post(Sized(3));
  EXPECT_EQ(wakes, 2);
}

TEST(PortEndTest, ANewWakeLearnsOfWhatIsThereAlready) {
  auto [one, other] = PortEnd::CreateChannel();
  one.Post(Sized(1));
  int wakes = 0;
  other.SetWake([&] { ++wakes; });
  EXPECT_EQ(wakes, 1);
}

TEST(PortEndTest, ClosingTellsTheOtherEndWhichKeepsWhatWasSent) {
  auto [one, other] = PortEnd::CreateChannel();
  int wakes = 0;
  other.SetWake([&] { ++wakes; });
  other.Rearm();
  {
    PortEnd closed = std::move(one);
    closed.Post(Sized(1));
    other.Rearm();
  }
  EXPECT_EQ(wakes, 2);
  EXPECT_TRUE(other.IsEnded());
  EXPECT_FALSE(other.IsEmpty());
  EXPECT_EQ(TakeSize(other), 1u);
  other.Post(Sized(2));  // to nobody
}

TEST(PortEndTest, APortInAMessageThatIsNeverTakenCloses) {
  auto [one, other] = PortEnd::CreateChannel();
  auto [far, near] = PortEnd::CreateChannel();
  auto message = Sized(1);
  message->ports.push_back(std::move(far));
  one.Post(std::move(message));
  EXPECT_FALSE(near.IsEnded());
  { PortEnd dropped = std::move(other); }
  EXPECT_TRUE(near.IsEnded());
}

TEST(PortEndTest, TwoThreadsMayUseTheTwoEnds) {
  constexpr size_t kMessages = 20000;
  auto [one, other] = PortEnd::CreateChannel();
  std::thread writer([end = std::move(one)]() mutable {
    for (size_t i = 1; i <= kMessages; ++i) end.Post(Sized(i));
  });
  size_t expected = 1;
  while (expected <= kMessages) {
    const size_t size = TakeSize(other);
    if (size == 0) continue;
    ASSERT_EQ(size, expected);
    ++expected;
  }
  writer.join();
  EXPECT_TRUE(other.IsEnded());
}

}  // namespace
}  // namespace rt
