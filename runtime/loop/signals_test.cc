#include "runtime/loop/signals.h"

#include <signal.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

using Rank = SignalWatch::Rank;

SignalWatch Watch(int signal, Rank rank, SignalWatch::Callback callback) {
  absl::StatusOr<SignalWatch> watch =
      SignalWatch::Start(signal, rank, std::move(callback));
  EXPECT_TRUE(watch.ok()) << watch.status();
  return *std::move(watch);
}

void Send(int signal) { ASSERT_EQ(kill(getpid(), signal), 0); }

bool HasDefaultAction(int signal) {
  struct sigaction action = {};
  EXPECT_EQ(sigaction(signal, nullptr, &action), 0);
  return action.sa_handler == SIG_DFL;
}

TEST(SignalsTest, NamesAreThoseOfSignalHAndOnlyOfSignalsThatCanBeWatched) {
  EXPECT_EQ(WatchableSignal("SIGINT"), SIGINT);
  EXPECT_EQ(WatchableSignal("SIGUSR2"), SIGUSR2);
  EXPECT_EQ(WatchableSignal("SIGKILL"), 0);
  EXPECT_EQ(WatchableSignal("SIGSEGV"), 0);
  EXPECT_EQ(WatchableSignal("SIGPROF"), 0);
  EXPECT_EQ(WatchableSignal("INT"), 0);
  EXPECT_EQ(WatchableSignal("sigint"), 0);
  EXPECT_EQ(WatchableSignal(""), 0);
  EXPECT_EQ(SignalName(SIGTERM), "SIGTERM");
}

TEST(SignalsTest, WhatCannotBeWatchedIsRefused) {
  EXPECT_FALSE(SignalWatch::Start(SIGKILL, Rank::kListener, [](int) {}).ok());
  EXPECT_FALSE(SignalWatch::Start(12345, Rank::kListener, [](int) {}).ok());
}

TEST(SignalsTest, EveryListenerHearsTheSignal) {
  absl::Notification first;
  absl::Notification second;
  const SignalWatch a = Watch(SIGUSR1, Rank::kListener, [&](int signal) {
    EXPECT_EQ(signal, SIGUSR1);
    first.Notify();
  });
  const SignalWatch b =
      Watch(SIGUSR1, Rank::kListener, [&](int) { second.Notify(); });
  Send(SIGUSR1);
  first.WaitForNotification();
  second.WaitForNotification();
}

TEST(SignalsTest, TheLastWatchToGoGivesTheDefaultActionBack) {
  std::optional<SignalWatch> a = Watch(SIGUSR1, Rank::kListener, [](int) {});
  std::optional<SignalWatch> b = Watch(SIGUSR1, Rank::kLastResort, [](int) {});
  a.reset();
  EXPECT_FALSE(HasDefaultAction(SIGUSR1));
  b.reset();
  EXPECT_TRUE(HasDefaultAction(SIGUSR1));
}

TEST(SignalsTest, TheLastResortIsCalledOnceAndOnlyWhenNobodyListens) {
  int calls = 0;
  absl::Notification called;
  const SignalWatch last = Watch(SIGUSR2, Rank::kLastResort, [&](int) {
    ++calls;
    called.Notify();
  });
  {
    absl::Notification heard;
    const SignalWatch listener =
        Watch(SIGUSR2, Rank::kListener, [&](int) { heard.Notify(); });
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

TEST(SignalsTest, AWatchThatMovedGoesOn) {
  absl::Notification called;
  SignalWatch from =
      Watch(SIGUSR1, Rank::kListener, [&](int) { called.Notify(); });
  {
    const SignalWatch to = std::move(from);
    Send(SIGUSR1);
    called.WaitForNotification();
  }
  EXPECT_TRUE(HasDefaultAction(SIGUSR1));
}

}  // namespace
}  // namespace rt
