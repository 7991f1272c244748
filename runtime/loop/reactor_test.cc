#include "runtime/loop/reactor.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"
#include "runtime/base/clock.h"
#include "runtime/loop/event_loop.h"

namespace rt {
namespace {

void Spin(int64_t ns) {
  const int64_t end = MonotonicNanos() + ns;
  while (MonotonicNanos() < end) {
  }
}

// Runs its loop's tasks, and stops the reactor with the last of its kind.
class Realmlike : public LoopDelegate {
 public:
  Realmlike(std::shared_ptr<Reactor> reactor, int* alive)
      : loop(EventLoop::Create(std::move(reactor))), alive_(alive) {
    ++*alive_;
    loop->PostControl([this] { loop->set_delegate(this); });
  }

  void OnEnd() override {
    loop->PostControl([this] {
      const std::shared_ptr<Reactor> reactor = loop->reactor();
      loop->Close();
      if (--*alive_ == 0) reactor->Stop();
    });
  }

  const std::shared_ptr<EventLoop> loop;

 private:
  int* const alive_;
};

class ReactorTest : public testing::Test {
 protected:
  Realmlike& Add() {
    members_.push_back(std::make_unique<Realmlike>(reactor_, &alive_));
    return *members_.back();
  }

  const std::shared_ptr<Reactor> reactor_ = Reactor::Create();
  int alive_ = 0;
  std::vector<std::unique_ptr<Realmlike>> members_;
};

TEST_F(ReactorTest, LoopsWithMuchToDoTakeTurns) {
  // Each has work for 20 turns. By the time one is done, no other may be behind
  // by more than a turn or two.
  constexpr int kLoops = 4;
  constexpr int kTasks = 80;
  constexpr int64_t kTaskNs = Reactor::kTurnNs / 4;
  std::vector<int> done(kLoops);
  std::vector<int> behind;
  for (int i = 0; i < kLoops; ++i) {
    Realmlike& member = Add();
    for (int task = 0; task < kTasks; ++task) {
      member.loop->Post([&, i] {
        Spin(kTaskNs);
        if (++done[i] != kTasks) return;
        behind.push_back(kTasks - *std::min_element(done.begin(), done.end()));
      });
    }
  }
  reactor_->Run();
  ASSERT_EQ(behind.size(), size_t{kLoops});
  EXPECT_LE(behind.front(), kTasks / 2);
  EXPECT_EQ(behind.back(), 0);
  EXPECT_EQ(reactor_->load().members, 0u);
}

TEST_F(ReactorTest, AnEndlessTaskOfOneLoopLetsAnotherRun) {
  Realmlike& busy = Add();
  Realmlike& other = Add();
  bool over = false;
  std::function<void()> again = [&] {
    if (!over) busy.loop->Post(again);
  };
  busy.loop->Post(again);
  EventLoop::KeepAlive hold = other.loop->Hold();
  other.loop->AddTimer(1'000'000, [&] {
    over = true;
    hold = EventLoop::KeepAlive();
  });
  reactor_->Run();
}

TEST_F(ReactorTest, ATaskThatLeavesItsRestForAnotherTurnGetsNoMoreOfThisOne) {
  Realmlike& busy = Add();
  Realmlike& other = Add();
  int parts = 0;
  int parts_before_other = 0;
  std::function<void()> part = [&] {
    while (!busy.loop->IsTurnOver() && parts_before_other == 0) {
    }
    if (++parts < 100 && parts_before_other == 0) busy.loop->Post(part);
  };
  busy.loop->Post([&] {
    other.loop->Post([&] { parts_before_other = parts; });
    busy.loop->Post(part);
  });
  reactor_->Run();
  EXPECT_EQ(parts_before_other, 1);
}

TEST_F(ReactorTest, LoopsOfOneReactorWakeEachOther) {
  Realmlike& ping = Add();
  Realmlike& pong = Add();
  EventLoop::KeepAlive holds[] = {ping.loop->Hold(), pong.loop->Hold()};
  int rounds = 0;
  std::function<void()> there;
  std::function<void()> back = [&] {
    if (++rounds < 10'000) {
      pong.loop->Post(there);
      return;
    }
    holds[0] = EventLoop::KeepAlive();
    pong.loop->Post([&] { holds[1] = EventLoop::KeepAlive(); });
  };
  there = [&] { ping.loop->Post(back); };
  ping.loop->Post(back);
  reactor_->Run();
  EXPECT_EQ(rounds, 10'000);
}

TEST_F(ReactorTest, AThousandLoopsNeedTheDescriptorsOfOne) {
  for (int i = 0; i < 1000; ++i) {
    Realmlike& member = Add();
    member.loop->AddTimer(1'000'000, [] {});
  }
  reactor_->Run();
  EXPECT_EQ(alive_, 0);
}

TEST_F(ReactorTest, StallsAreFoundByWhoeverWaitsNotByLength) {
  Realmlike& patient = Add();
  EventLoop::KeepAlive hold = patient.loop->Hold();
  Realmlike& busy = Add();
  absl::Notification spins;
  absl::Notification enough;
  busy.loop->Post([&] {
    // Alone, however long.
    EXPECT_FALSE(reactor_->FindStall().has_value());
    spins.Notify();
    enough.WaitForNotification();
  });
  std::thread other([&] {
    spins.WaitForNotification();
    patient.loop->Post([&] { hold = EventLoop::KeepAlive(); });
    std::optional<Reactor::Stall> stall;
    while (!stall.has_value() || stall->waiting_ns < 1'000'000) {
      stall = reactor_->FindStall();
    }
    EXPECT_EQ(stall->member, busy.loop.get());
    enough.Notify();
  });
  reactor_->Run();
  other.join();
  EXPECT_FALSE(reactor_->FindStall().has_value());
}

TEST_F(ReactorTest, LoadCountsMembersAndTheTimeOfTheirTurns) {
  EXPECT_EQ(reactor_->load().members, 0u);
  Realmlike& member = Add();
  EXPECT_EQ(reactor_->load().members, 1u);
  EXPECT_EQ(reactor_->load().busy_ns, 0);
  member.loop->Post([&] {
    Spin(5'000'000);
    EXPECT_GE(reactor_->load().busy_ns, 5'000'000);
  });
  reactor_->Run();
  EXPECT_EQ(reactor_->load().members, 0u);
}

}  // namespace
}  // namespace rt
