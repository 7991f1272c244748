#include "profiler/cpu/sample_shares.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace rt {
namespace {

class SampleSharesTest : public testing::Test {
 protected:
  // A tick from `begin_us` on that took 5 us.
  void AddTick(int64_t begin_us, int64_t wall_ns, int64_t cpu_ns) {
    ring_->Push({begin_us, begin_us + 5, {wall_ns, cpu_ns}});
  }

  std::vector<std::pair<size_t, BusyTime>> Join(
      const std::vector<int64_t>& times_us, int64_t end_us = 0) {
    std::vector<std::pair<size_t, BusyTime>> taken;
    shares_.Join(*ring_, times_us, end_us,
                 [&](size_t i, const BusyTime& share, const Tick&) {
                   taken.emplace_back(i, share);
                 });
    return taken;
  }

  using Taken = std::vector<std::pair<size_t, BusyTime>>;

  const std::unique_ptr<TickRing> ring_ = std::make_unique<TickRing>();
  SampleShares shares_{{100, 10}, 0};
};

TEST_F(SampleSharesTest, ASampleGetsTheTimeSinceTheOneBefore) {
  AddTick(1000, 1100, 510);
  AddTick(2000, 2100, 1510);
  EXPECT_EQ(Join({1003, 2005}), (Taken{{0, {1000, 500}}, {1, {1000, 1000}}}));
  EXPECT_EQ(shares_.TakeRemainder({2600, 1600}), (BusyTime{500, 90}));
  EXPECT_EQ(shares_.TakeRemainder({2700, 1650}), (BusyTime{100, 50}));
}

TEST_F(SampleSharesTest, ATickWithoutASampleLeavesItsTimeToTheNext) {
  AddTick(1000, 1100, 510);
  AddTick(2000, 2100, 1510);
  AddTick(3000, 3100, 2510);
  EXPECT_EQ(Join({3000}), (Taken{{0, {3000, 2500}}}));
}

TEST_F(SampleSharesTest, ASampleThatNoTickStandsForGetsNothing) {
  AddTick(1000, 1100, 510);
  EXPECT_EQ(Join({10, 999, 1002, 1004, 1500}), (Taken{{2, {1000, 500}}}));
}

TEST_F(SampleSharesTest, TwoTicksInOneMicrosecondAreTwo) {
  ring_->Push({1000, 1002, {200, 20}});
  ring_->Push({1002, 1004, {300, 30}});
  EXPECT_EQ(Join({1002, 1002}), (Taken{{0, {100, 10}}, {1, {100, 10}}}));
}

TEST_F(SampleSharesTest, TicksOfASegmentThatHasNoSamplesAreDoneWith) {
  AddTick(1000, 1100, 510);
  AddTick(2000, 2100, 1510);
  EXPECT_EQ(Join({}, 1500), Taken());
  EXPECT_EQ(shares_.next_tick(), 1u);
  EXPECT_EQ(Join({2001}), (Taken{{0, {2000, 1500}}}));
}

TEST_F(SampleSharesTest, SegmentsOfOneRecordingGoOnWhereTheLastOneEnded) {
  AddTick(1000, 1100, 510);
  EXPECT_EQ(Join({1001}).size(), 1u);
  EXPECT_EQ(shares_.next_tick(), 1u);
  AddTick(2000, 2100, 1510);
  EXPECT_EQ(Join({2001}), (Taken{{0, {1000, 1000}}}));
}

}  // namespace
}  // namespace rt
