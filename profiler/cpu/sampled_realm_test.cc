#include "profiler/cpu/sampled_realm.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/base/clock.h"
#include "runtime/loop/reactor.h"

namespace rt {
namespace {

// Uses CPU until the thread's CPU clock has gone on by `ns`.
void Spin(int64_t ns) {
  const int64_t end = ThreadCpuNanos() + ns;
  while (ThreadCpuNanos() < end) {
  }
}

class SampledRealmTest : public testing::Test, public LoopDelegate {
 protected:
  // The tick of a realm that nobody handles would end the process.
  SampledRealmTest() { signal(SIGPROF, SIG_IGN); }

  void OnEnd() override { loop_->reactor()->Stop(); }

  const std::shared_ptr<EventLoop> loop_ = EventLoop::Create(Reactor::Create());
};

class CountingReader : public SampledRealm::Reader {
 public:
  explicit CountingReader(uint64_t needed) : needed_(needed) {}
  void Rotate() override { ++rotations; }
  uint64_t first_needed_tick() const override { return needed_; }

  int rotations = 0;

 private:
  const uint64_t needed_;
};

TEST_F(SampledRealmTest, IsOneForEachRealmAndDiesWithItsLastUser) {
  EXPECT_EQ(SampledRealm::Current(), nullptr);
  std::shared_ptr<SampledRealm> first = SampledRealm::Acquire(*loop_);
  std::shared_ptr<SampledRealm> second = SampledRealm::Acquire(*loop_);
  EXPECT_EQ(first, second);
  std::thread([] { EXPECT_EQ(SampledRealm::Current(), nullptr); }).join();
  first.reset();
  EXPECT_EQ(SampledRealm::Current(), second.get());
  second.reset();
  EXPECT_EQ(SampledRealm::Current(), nullptr);
}

TEST_F(SampledRealmTest, ThePausesAreTakenOutOfTheBusyClocks) {
  const auto realm = SampledRealm::Acquire(*loop_);
  const int64_t cpu_before = ThreadCpuNanos();
  const int64_t wall_before = MonotonicNanos();
  const BusyTime start = realm->Now();
  Spin(2'000'000);
  realm->BeginPause();
  Spin(3'000'000);
  realm->EndPause();
  const BusyTime busy = realm->Now() - start;
  const int64_t cpu = ThreadCpuNanos() - cpu_before;
  const int64_t wall = MonotonicNanos() - wall_before;

  const SampledRealm::Apart& apart = realm->apart();
  EXPECT_GE(busy.cpu_ns, 2'000'000);
  EXPECT_GE(apart.profiler_cpu_ns, 3'000'000);
  EXPECT_LE(busy.cpu_ns + apart.profiler_cpu_ns, cpu);
  EXPECT_LE(busy.wall_ns + apart.profiler_wall_ns, wall);
}

TEST_F(SampledRealmTest, TheTimeBetweenTwoTurnsIsIdleTime) {
  std::shared_ptr<SampledRealm> realm;
  EventLoop::KeepAlive hold = loop_->Hold();
  int64_t wall_before = 0;
  BusyTime start;
  loop_->Post([&] {
    realm = SampledRealm::Acquire(*loop_);
    wall_before = MonotonicNanos();
    start = realm->Now();
    loop_->AddTimer(20'000'000, [&] {
      EXPECT_EQ(SampledRealm::Current(), realm.get());
      const BusyTime busy = realm->Now() - start;
      const int64_t wall = MonotonicNanos() - wall_before;
      const SampledRealm::Apart& apart = realm->apart();
      EXPECT_GE(apart.idle_wall_ns, 19'000'000);
      EXPECT_LE(busy.wall_ns + apart.idle_wall_ns + apart.ready_wall_ns, wall);
      realm.reset();
      hold = EventLoop::KeepAlive();
    });
  });
  loop_->PostControl([&] { loop_->set_delegate(this); });
  loop_->reactor()->Run();
}

// Ends its loop, and the reactor with the last of its kind.
class Neighbour : public LoopDelegate {
 public:
  Neighbour(std::shared_ptr<Reactor> reactor, int* alive)
      : loop(EventLoop::Create(std::move(reactor))), alive_(alive) {
    ++*alive_;
    loop->PostControl([this] { loop->set_delegate(this); });
  }
  void OnEnd() override {
    if (--*alive_ == 0) loop->reactor()->Stop();
  }

  const std::shared_ptr<EventLoop> loop;

 private:
  int* const alive_;
};

TEST(SampledRealmsTest, RealmsOfOneThreadShareItsCpuTimeWithoutARest) {
  signal(SIGPROF, SIG_IGN);
  constexpr int kRealms = 10;
  constexpr int kTurns = 200;
  constexpr int64_t kTurnNs = 50'000;
  const auto reactor = Reactor::Create();
  int alive = 0;
  std::vector<std::unique_ptr<Neighbour>> neighbours;
  std::vector<std::shared_ptr<SampledRealm>> realms(kRealms);
  std::vector<BusyTime> started(kRealms);
  std::vector<BusyTime> used(kRealms);
  int64_t cpu_before = 0;
  int64_t cpu_after = 0;
  int64_t unsampled_cpu = 0;
  for (int i = 0; i < kRealms; ++i) {
    neighbours.push_back(std::make_unique<Neighbour>(reactor, &alive));
  }
  // The first realm is not sampled: what it uses is no other's.
  std::vector<std::function<void()>> turn(kRealms);
  std::vector<int> turns(kRealms);
  for (int i = 0; i < kRealms; ++i) {
    turn[i] = [&, i] {
      const int64_t cpu = ThreadCpuNanos();
      if (turns[i] == 0 && i != 0) {
        realms[i] = SampledRealm::Acquire(*neighbours[i]->loop);
        started[i] = realms[i]->Now();
        cpu_before = cpu;  // the last one's counts
      }
      Spin((i + 1) * kTurnNs);
      if (i == 0 && turns[kRealms - 1] > 0 && turns[1] < kTurns) {
        unsampled_cpu += ThreadCpuNanos() - cpu;
      }
      if (++turns[i] < kTurns) {
        // Behind those of all neighbours.
        neighbours[i]->loop->PostControl(
            [&, i] { neighbours[i]->loop->Post(turn[i]); });
        return;
      }
      if (i == 0) return;
      used[i] = realms[i]->Now() - started[i];
      cpu_after = ThreadCpuNanos();
      realms[i].reset();
    };
    neighbours[i]->loop->Post(turn[i]);
  }
  reactor->Run();
  int64_t sum = unsampled_cpu;
  for (int i = 1; i < kRealms; ++i) {
    EXPECT_GE(used[i].cpu_ns, kTurns * (i + 1) * kTurnNs);
    // What is between two turns is the next one's: on a busy machine it may be
    // much, yet less than a turn, which another realm's would add.
    EXPECT_LE(used[i].cpu_ns,
              kTurns * ((i + 1) * kTurnNs * 1.2 + kTurnNs * 0.75));
    sum += used[i].cpu_ns;
  }
  EXPECT_NEAR(sum, cpu_after - cpu_before, (cpu_after - cpu_before) * 0.03);
}

TEST_F(SampledRealmTest, TicksOfAPauseAreNotSampled) {
  const auto realm = SampledRealm::Acquire(*loop_);
  EXPECT_TRUE(realm->WantsTick());
  realm->BeginPause();
  EXPECT_FALSE(realm->WantsTick());
  realm->EndPause();
  EXPECT_TRUE(realm->WantsTick());
}

TEST_F(SampledRealmTest, ARotationFreesWhatNoReaderNeeds) {
  const auto realm = SampledRealm::Acquire(*loop_);
  CountingReader slow(10);
  CountingReader fast(50);
  realm->AddReader(&slow, 1000);
  realm->AddReader(&fast, 1000);
  for (int i = 0; i < 60; ++i) realm->Record({});
  realm->Rotate();
  EXPECT_EQ(slow.rotations, 1);
  EXPECT_EQ(fast.rotations, 1);
  EXPECT_EQ(realm->ring().begin(), 10u);
  realm->RemoveReader(&slow);
  realm->Rotate();
  EXPECT_EQ(realm->ring().begin(), 50u);
  realm->RemoveReader(&fast);
}

TEST_F(SampledRealmTest, AsksForARotationAgainAndAgainFromHalfFullOn) {
  const auto realm = SampledRealm::Acquire(*loop_);
  int requests = 0;
  for (uint64_t i = 0; i < TickRing::kCapacity; ++i) {
    if (!realm->Record({})) continue;
    ++requests;
    EXPECT_GE(realm->ring().size(), TickRing::kCapacity / 2);
  }
  EXPECT_GE(requests, 2);
}

TEST_F(SampledRealmTest, ARingThatNobodyReadsThinsOutInsteadOfFillingUp) {
  const auto realm = SampledRealm::Acquire(*loop_);
  // An hour at the shortest interval.
  for (int64_t i = 0; i < 36'000'000; ++i) {
    if (realm->WantsTick()) realm->Record({});
  }
  EXPECT_LT(realm->ring().size(), TickRing::kCapacity);
  realm->Rotate();
  EXPECT_TRUE(realm->WantsTick());
}

}  // namespace
}  // namespace rt
