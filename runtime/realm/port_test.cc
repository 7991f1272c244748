#include "runtime/realm/port.h"

#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/realm/broadcast_hub.h"
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

TEST(PortEndTest, AWriterIsToldWhenItsReaderHasCaughtUp) {
  auto [one, other] = PortEnd::CreateChannel();
  int wakes = 0;
  one.SetWake([&] { ++wakes; });
  for (size_t i = 1; i < PortEnd::kFull; ++i) EXPECT_FALSE(one.Post(Sized(i)));
  EXPECT_TRUE(one.Post(Sized(PortEnd::kFull)));
  EXPECT_TRUE(one.AwaitRoom());
  for (size_t left = PortEnd::kFull - 1; left > PortEnd::kLow; --left) {
    other.Take();
  }
  EXPECT_FALSE(one.HasRoom());
  EXPECT_EQ(wakes, 0);
  other.Take();
  EXPECT_TRUE(one.HasRoom());
  EXPECT_EQ(wakes, 1);
  EXPECT_FALSE(one.AwaitRoom());
}

TEST(PortEndTest, AWriterThatWasToldOfMessagesIsToldOfRoomToo) {
  auto [one, other] = PortEnd::CreateChannel();
  int wakes = 0;
  one.SetWake([&] { ++wakes; });
  other.Post(Sized(1));
  EXPECT_EQ(wakes, 1);
  for (size_t i = 0; i < PortEnd::kFull; ++i) one.Post(Sized(1));
  EXPECT_TRUE(one.AwaitRoom());
  other.Close();
  EXPECT_TRUE(one.HasRoom());
  EXPECT_EQ(wakes, 2);
}

TEST(BroadcastHubTest, OthersOfTheNameGetACopyAndThoseWhoLeftNone) {
  BroadcastHub hub;
  BroadcastHub::Member from = hub.Join("news");
  BroadcastHub::Member to = hub.Join("news");
  BroadcastHub::Member other = hub.Join("sport");
  hub.Join("news");  // leaves at once
  Message message;
  message.size = 3;
  message.bytes.reset(static_cast<uint8_t*>(calloc(1, 3)));
  hub.Post("news", from.id, message);
  EXPECT_EQ(TakeSize(to.end), 3u);
  EXPECT_EQ(to.end.Take(), nullptr);
  EXPECT_EQ(from.end.Take(), nullptr);
  EXPECT_EQ(other.end.Take(), nullptr);
  hub.Post("none", from.id, message);
}

TEST(PortEndTest, WhatIsForwardedWaitsUntilItIsDelivered) {
  auto [one, other] = PortEnd::CreateChannel(Reach::kOtherProcess);
  EXPECT_EQ(other.reach(), Reach::kOtherProcess);
  int wakes = 0;
  one.SetWake([&] { ++wakes; });
  for (size_t i = 1; i < PortEnd::kFull; ++i) EXPECT_FALSE(one.Post(Sized(i)));
  while (other.Forward() != nullptr) continue;
  EXPECT_EQ(one.waiting(), PortEnd::kFull - 1);
  EXPECT_TRUE(one.Post(Sized(1)));
  ASSERT_TRUE(one.AwaitRoom());
  EXPECT_TRUE(other.Delivered(PortEnd::kFull - PortEnd::kLow - 1));
  EXPECT_FALSE(one.HasRoom());
  EXPECT_TRUE(other.Delivered(1));
  EXPECT_TRUE(one.HasRoom());
  EXPECT_EQ(wakes, 1);
  // All but the one that was not forwarded.
  EXPECT_FALSE(other.Delivered(PortEnd::kLow));
}

TEST(PortEndTest, AWriterMayWaitForAnyNumberToBeLeft) {
  auto [one, other] = PortEnd::CreateChannel();
  for (size_t i = 1; i <= 3; ++i) one.Post(Sized(i));
  EXPECT_FALSE(one.AwaitRoom(3));
  ASSERT_TRUE(one.AwaitRoom(1));
  other.Take();
  EXPECT_FALSE(one.HasRoom());
  other.Take();
  EXPECT_TRUE(one.HasRoom());
}

}  // namespace
}  // namespace rt
