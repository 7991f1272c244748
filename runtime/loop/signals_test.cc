#include "runtime/loop/signals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <utility>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

using Rank = SignalSubscription::Rank;

SignalSubscription Subscribe(int signal, Rank rank,
                             SignalSubscription::Callback callback) {
  absl::StatusOr<SignalSubscription> subscription =
      SignalSubscription::Start(signal, rank, std::move(callback));
  EXPECT_TRUE(subscription.ok()) << subscription.status();
  return *std::move(subscription);
}

void Send(int signal) { ASSERT_EQ(kill(getpid(), signal), 0); }

bool HasDefaultAction(int signal) {
  struct sigaction action = {};
  EXPECT_EQ(sigaction(signal, nullptr, &action), 0);
  return action.sa_handler == SIG_DFL;
}

TEST(SignalsTest, NamesAreThoseOfSignalH) {
  EXPECT_EQ(SignalName(SIGTERM), "SIGTERM");
  EXPECT_EQ(SignalName(12345), "signal 12345");
}

TEST(SignalsTest, WhatCannotBeCaughtIsRefused) {
  EXPECT_FALSE(
      SignalSubscription::Start(SIGKILL, Rank::kListener, [](int) {}).ok());
  EXPECT_FALSE(
      SignalSubscription::Start(12345, Rank::kListener, [](int) {}).ok());
}

TEST(SignalsTest, EveryListenerHearsTheSignal) {
  absl::Notification first;
  absl::Notification second;
  const SignalSubscription a =
      Subscribe(SIGUSR1, Rank::kListener, [&](int signal) {
        EXPECT_EQ(signal, SIGUSR1);
        first.Notify();
      });
  const SignalSubscription b =
      Subscribe(SIGUSR1, Rank::kListener, [&](int) { second.Notify(); });
  Send(SIGUSR1);
  first.WaitForNotification();
  second.WaitForNotification();
}

TEST(SignalsTest, TheLastToGoGivesTheDefaultActionBack) {
  std::optional<SignalSubscription> a =
      Subscribe(SIGUSR1, Rank::kListener, [](int) {});
  std::optional<SignalSubscription> b =
      Subscribe(SIGUSR1, Rank::kLastResort, [](int) {});
  a.reset();
  EXPECT_FALSE(HasDefaultAction(SIGUSR1));
  b.reset();
  EXPECT_TRUE(HasDefaultAction(SIGUSR1));
}

TEST(SignalsTest, TheLastResortIsCalledOnceAndOnlyWhenNobodyListens) {
  int calls = 0;
  absl::Notification called;
  const SignalSubscription last =
      Subscribe(SIGUSR2, Rank::kLastResort, [&](int) {
        ++calls;
        called.Notify();
      });
  {
    absl::Notification heard;
    const SignalSubscription listener =
        Subscribe(SIGUSR2, Rank::kListener, [&](int) { heard.Notify(); });
    Send(SIGUSR2);
    heard.WaitForNotification();
  }
  // The listener is gone, and with it every callback that was under way.
  EXPECT_EQ(calls, 0);
  Send(SIGUSR2);
  called.WaitForNotification();
  EXPECT_EQ(calls, 1);
  // Over: the next one would end the process.
  EXPECT_TRUE(HasDefaultAction(SIGUSR2));
}

TEST(SignalsTest, ASubscriptionThatMovedGoesOn) {
  absl::Notification called;
  SignalSubscription from =
      Subscribe(SIGUSR1, Rank::kListener, [&](int) { called.Notify(); });
  {
    const SignalSubscription to = std::move(from);
    Send(SIGUSR1);
    called.WaitForNotification();
  }
  EXPECT_TRUE(HasDefaultAction(SIGUSR1));
}

TEST(SignalsTest, AStandInIsCalledEachTimeThatNobodyListens) {
  std::atomic<int> stood_in = 0;
  const auto wait_for = [](const std::atomic<int>& count, int value) {
    while (count < value) absl::SleepFor(absl::Milliseconds(1));
  };
  const SignalSubscription stand_in =
      Subscribe(SIGUSR1, Rank::kStandIn, [&](int) { ++stood_in; });
  Send(SIGUSR1);
  wait_for(stood_in, 1);
  {
    std::atomic<int> heard = 0;
    const SignalSubscription listener =
        Subscribe(SIGUSR1, Rank::kListener, [&](int) { ++heard; });
    Send(SIGUSR1);
    wait_for(heard, 1);
  }
  EXPECT_EQ(stood_in, 1);
  Send(SIGUSR1);
  wait_for(stood_in, 2);
}

TEST(SignalsTest, KnowsWhetherASignalIsIgnored) {
  EXPECT_FALSE(IsSignalIgnored(SIGUSR1));
  signal(SIGUSR1, SIG_IGN);
  EXPECT_TRUE(IsSignalIgnored(SIGUSR1));
  signal(SIGUSR1, SIG_DFL);
}

}  // namespace
}  // namespace rt
