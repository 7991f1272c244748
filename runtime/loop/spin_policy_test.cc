#include "runtime/loop/spin_policy.h"

#include "gtest/gtest.h"

namespace rt {
namespace {

constexpr int64_t kShort = SpinPolicy::kSpinNs / 2;
constexpr int64_t kLong = 2 * SpinPolicy::kShortNs;

// How many short waits it takes until it spins.
int ShortWaitsUntilItSpins(SpinPolicy& policy) {
  int waits = 0;
  while (policy.spin_ns() == 0) {
    policy.NoteWait(kShort, true);
    ++waits;
  }
  return waits;
}

TEST(SpinPolicyTest, SpinsAfterSomeShortWaitsAndAsLongAsTheyAre) {
  SpinPolicy policy;
  EXPECT_EQ(ShortWaitsUntilItSpins(policy), SpinPolicy::kFewest);
  for (int i = 0; i < 1000; ++i) {
    policy.NoteWait(kShort, true);
    EXPECT_EQ(policy.spin_ns(), SpinPolicy::kSpinNs);
  }
}

TEST(SpinPolicyTest, OfSpinsForNothingThereAreFewerAndFewer) {
  SpinPolicy policy;
  int last = ShortWaitsUntilItSpins(policy);
  for (int i = 0; i < 20; ++i) {
    policy.NoteWait(kLong, true);
    const int waits = ShortWaitsUntilItSpins(policy);
    EXPECT_GE(waits, last);
    last = waits;
  }
  EXPECT_EQ(last, SpinPolicy::kMost);
  // Until many are worth it again.
  for (int i = 0; i < SpinPolicy::kMost; ++i) policy.NoteWait(kShort, true);
  policy.NoteWait(kLong, true);
  EXPECT_EQ(ShortWaitsUntilItSpins(policy), SpinPolicy::kFewest);
}

TEST(SpinPolicyTest, WhatTheKernelBringsIsNotWorthASpin) {
  SpinPolicy policy;
  for (int i = 0; i < 1000; ++i) {
    policy.NoteWait(kShort, false);
    EXPECT_EQ(policy.spin_ns(), 0);
  }
}

TEST(SpinPolicyTest, AMessageEachMillisecondIsNotWorthASpin) {
  SpinPolicy policy;
  ShortWaitsUntilItSpins(policy);
  for (int i = 0; i < 1000; ++i) {
    policy.NoteWait(1'000'000, true);
    EXPECT_EQ(policy.spin_ns(), 0);
  }
}

}  // namespace
}  // namespace rt
