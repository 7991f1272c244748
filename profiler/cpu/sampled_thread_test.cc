#include "profiler/cpu/sampled_thread.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

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

class SampledThreadTest : public testing::Test, public LoopDelegate {
 protected:
  void OnEnd() override { loop_->reactor()->Stop(); }

  const std::shared_ptr<EventLoop> loop_ = EventLoop::Create(Reactor::Create());
};

class CountingReader : public SampledThread::Reader {
 public:
  explicit CountingReader(uint64_t needed) : needed_(needed) {}
  void Rotate() override { ++rotations; }
  uint64_t first_needed_tick() const override { return needed_; }

  int rotations = 0;

 private:
  const uint64_t needed_;
};

TEST_F(SampledThreadTest, IsOneForEachThreadAndDiesWithItsLastUser) {
  EXPECT_EQ(SampledThread::Current(), nullptr);
  std::shared_ptr<SampledThread> first = SampledThread::Acquire(*loop_);
  std::shared_ptr<SampledThread> second = SampledThread::Acquire(*loop_);
  EXPECT_EQ(first, second);
  std::thread([] { EXPECT_EQ(SampledThread::Current(), nullptr); }).join();
  first.reset();
  EXPECT_EQ(SampledThread::Current(), second.get());
  second.reset();
  EXPECT_EQ(SampledThread::Current(), nullptr);
}

TEST_F(SampledThreadTest, ThePausesAreTakenOutOfTheBusyClocks) {
  const auto thread = SampledThread::Acquire(*loop_);
  const int64_t cpu_before = ThreadCpuNanos();
  const int64_t wall_before = MonotonicNanos();
  const BusyTime start = thread->Now();
  Spin(2'000'000);
  thread->BeginPause(SampledThread::Pause::kProfiler);
  Spin(3'000'000);
  thread->EndPause();
  const BusyTime busy = thread->Now() - start;
  const int64_t cpu = ThreadCpuNanos() - cpu_before;
  const int64_t wall = MonotonicNanos() - wall_before;

  const SampledThread::Paused& paused = thread->paused();
  EXPECT_GE(busy.cpu_ns, 2'000'000);
  EXPECT_GE(paused.profiler_cpu_ns, 3'000'000);
  EXPECT_EQ(paused.idle_cpu_ns, 0);
  EXPECT_LE(busy.cpu_ns + paused.profiler_cpu_ns, cpu);
  EXPECT_LE(busy.wall_ns + paused.profiler_wall_ns, wall);
}

TEST_F(SampledThreadTest, TheTimeBetweenTwoTurnsIsIdleTime) {
  std::shared_ptr<SampledThread> thread;
  EventLoop::KeepAlive hold = loop_->Hold();
  int64_t wall_before = 0;
  BusyTime start;
  loop_->Post([&] {
    thread = SampledThread::Acquire(*loop_);
    wall_before = MonotonicNanos();
    start = thread->Now();
    loop_->AddTimer(20'000'000, [&] {
      EXPECT_TRUE(thread->WantsTick());
      const BusyTime busy = thread->Now() - start;
      const int64_t wall = MonotonicNanos() - wall_before;
      EXPECT_GE(thread->paused().idle_wall_ns, 19'000'000);
      EXPECT_LE(busy.wall_ns + thread->paused().idle_wall_ns, wall);
      thread.reset();
      hold = EventLoop::KeepAlive();
    });
  });
  loop_->PostControl([&] { loop_->set_delegate(this); });
  loop_->reactor()->Run();
}

TEST_F(SampledThreadTest, TicksOfAPauseAreNotSampledAndIdleOnesAreCounted) {
  const auto thread = SampledThread::Acquire(*loop_);
  EXPECT_TRUE(thread->WantsTick());
  thread->BeginPause(SampledThread::Pause::kProfiler);
  EXPECT_FALSE(thread->WantsTick());
  thread->EndPause();
  EXPECT_EQ(thread->paused().idle_ticks, 0);
  thread->BeginPause(SampledThread::Pause::kIdle);
  EXPECT_FALSE(thread->WantsTick());
  EXPECT_FALSE(thread->WantsTick());
  thread->EndPause();
  EXPECT_EQ(thread->paused().idle_ticks, 2);
}

TEST_F(SampledThreadTest, ARotationFreesWhatNoReaderNeeds) {
  const auto thread = SampledThread::Acquire(*loop_);
  CountingReader slow(10);
  CountingReader fast(50);
  thread->AddReader(&slow);
  thread->AddReader(&fast);
  for (int i = 0; i < 60; ++i) thread->Record({});
  thread->Rotate();
  EXPECT_EQ(slow.rotations, 1);
  EXPECT_EQ(fast.rotations, 1);
  EXPECT_EQ(thread->ring().begin(), 10u);
  thread->RemoveReader(&slow);
  thread->Rotate();
  EXPECT_EQ(thread->ring().begin(), 50u);
  thread->RemoveReader(&fast);
}

TEST_F(SampledThreadTest, AsksForARotationAgainAndAgainFromHalfFullOn) {
  const auto thread = SampledThread::Acquire(*loop_);
  int requests = 0;
  for (uint64_t i = 0; i < TickRing::kCapacity; ++i) {
    if (!thread->Record({})) continue;
    ++requests;
    EXPECT_GE(thread->ring().size(), TickRing::kCapacity / 2);
  }
  EXPECT_GE(requests, 2);
}

TEST_F(SampledThreadTest, ARingThatNobodyReadsThinsOutInsteadOfFillingUp) {
  const auto thread = SampledThread::Acquire(*loop_);
  // An hour at the shortest interval.
  for (int64_t i = 0; i < 36'000'000; ++i) {
    if (thread->WantsTick()) thread->Record({});
  }
  EXPECT_LT(thread->ring().size(), TickRing::kCapacity);
  thread->Rotate();
  EXPECT_TRUE(thread->WantsTick());
}

}  // namespace
}  // namespace rt
