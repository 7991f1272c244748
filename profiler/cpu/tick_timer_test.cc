#include "profiler/cpu/tick_timer.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>

#include <cmath>
#include <vector>

#include "runtime/base/clock.h"

namespace rt {
namespace {

constexpr int64_t kIntervalNs = 1'000'000;

TickTimer* current = nullptr;
int signals = 0;
std::vector<int64_t> ticks_ns;

// Works until the clock has gone on by `ns`.
void Work(int64_t ns) {
  const int64_t end = MonotonicNanos() + ns;
  while (MonotonicNanos() < end) {
  }
}

class TickTimerTest : public testing::Test {
 protected:
  TickTimerTest() {
    signals = 0;
    ticks_ns.clear();
    ticks_ns.reserve(100'000);
    current = &timer_;
    struct sigaction action = {};
    action.sa_handler = [](int) {
      ++signals;
      const int64_t now_ns = MonotonicNanos();
      if (!current->IsDue(now_ns)) return;
      ticks_ns.push_back(now_ns);
      current->Next(MonotonicNanos());
    };
    EXPECT_EQ(sigaction(SIGPROF, &action, nullptr), 0);
  }

  ~TickTimerTest() override { signal(SIGPROF, SIG_IGN); }

  TickTimer timer_;
};

TEST_F(TickTimerTest, TicksOncePerIntervalOfWorkOrLessWhereTheMachineIsBusy) {
  ASSERT_TRUE(timer_.exists());
  // Time without a core has one tick, however long it is.
  const int64_t cpu_ns = ThreadCpuNanos();
  timer_.Begin(MonotonicNanos(), kIntervalNs);
  Work(300 * kIntervalNs);
  timer_.End(MonotonicNanos());
  EXPECT_GT(static_cast<int64_t>(ticks_ns.size()),
            (ThreadCpuNanos() - cpu_ns) / kIntervalNs / 10);
  EXPECT_LT(ticks_ns.size(), 340u);
}

TEST_F(TickTimerTest, WhereNoWorkIsDoneItGoesOffOnceAtMost) {
  timer_.Begin(MonotonicNanos(), kIntervalNs);
  timer_.End(MonotonicNanos());
  const int64_t end = MonotonicNanos() + 50 * kIntervalNs;
  while (MonotonicNanos() < end) poll(nullptr, 0, 50);
  EXPECT_LE(signals, 1);
  EXPECT_TRUE(ticks_ns.empty());
}

TEST_F(TickTimerTest, AWaitHasATickAfterAnIntervalAndOneAtItsEnd) {
  const auto wait = [](int64_t ns) {
    const int64_t end = MonotonicNanos() + ns;
    while (MonotonicNanos() < end) poll(nullptr, 0, 1);
  };
  timer_.Begin(MonotonicNanos(), kIntervalNs);
  timer_.BeginWait();
  wait(50 * kIntervalNs);
  EXPECT_EQ(ticks_ns.size(), 1u);
  const int64_t end_ns = MonotonicNanos();
  const int64_t unticked_ns = timer_.EndWait(end_ns);
  EXPECT_GT(unticked_ns, 0);
  EXPECT_LE(unticked_ns, end_ns - ticks_ns.front());
  timer_.TickNow();
  while (ticks_ns.size() < 2) {
  }
  // One that has not had its tick yet goes on as if nothing had been.
  timer_.BeginWait();
  EXPECT_EQ(timer_.EndWait(MonotonicNanos()), 0);
  Work(5 * kIntervalNs);
  EXPECT_GT(ticks_ns.size(), 2u);
  timer_.End(MonotonicNanos());
}

// Turns that are much shorter than the interval, with more time between them.
TEST_F(TickTimerTest, CountsTheWorkOfManyTurns) {
  constexpr int kTurns = 4000;
  constexpr int64_t kTurnNs = kIntervalNs / 20;
  int64_t worked_ns = 0;
  int64_t worked_cpu_ns = 0;
  int outside = 0;
  for (int i = 0; i < kTurns; ++i) {
    const size_t before = ticks_ns.size();
    Work(kTurnNs);
    if (ticks_ns.size() != before) ++outside;
    const int64_t begin_ns = MonotonicNanos();
    const int64_t begin_cpu_ns = ThreadCpuNanos();
    timer_.Begin(begin_ns, kIntervalNs);
    Work(kTurnNs);
    const int64_t end_ns = MonotonicNanos();
    timer_.End(end_ns);
    worked_ns += end_ns - begin_ns;
    worked_cpu_ns += ThreadCpuNanos() - begin_cpu_ns;
  }
  EXPECT_EQ(outside, 0);
  const double expected =
      static_cast<double>(worked_ns) / static_cast<double>(kIntervalNs);
  EXPECT_GT(static_cast<double>(ticks_ns.size()),
            static_cast<double>(worked_cpu_ns) /
                static_cast<double>(kIntervalNs) * 0.1);
  EXPECT_LT(static_cast<double>(ticks_ns.size()), expected * 1.3);
}

// The parts of a program whose turns are all alike get the ticks that they are
// due, though a turn goes into the interval a whole number of times.
TEST_F(TickTimerTest, HitsEachPartOfEqualTurns) {
  constexpr int kTurns = 20'000;
  constexpr int64_t kTurnNs = kIntervalNs / 20;
  constexpr int kParts = 4;
  std::vector<double> hits(kParts);
  std::vector<double> worked(kParts);
  for (int i = 0; i < kTurns; ++i) {
    timer_.Begin(MonotonicNanos(), kIntervalNs);
    for (int part = 0; part < kParts; ++part) {
      const size_t before = ticks_ns.size();
      // Time without a core has one tick, however long it is.
      const int64_t began_ns = ThreadCpuNanos();
      Work(kTurnNs / kParts);
      worked[part] += static_cast<double>(ThreadCpuNanos() - began_ns);
      hits[part] += static_cast<double>(ticks_ns.size() - before);
    }
    timer_.End(MonotonicNanos());
  }
  double all = 0;
  double all_worked = 0;
  for (int part = 0; part < kParts; ++part) {
    all += hits[part];
    all_worked += worked[part];
  }
  for (int part = 0; part < kParts; ++part) {
    const double expected = all * worked[part] / all_worked;
    // Five times the deviation of as many independent hits.
    EXPECT_NEAR(hits[part], expected, 5 * std::sqrt(expected)) << part;
  }
}

TEST_F(TickTimerTest, AnotherIntervalTakesOverWhatWasDoneOfTheFirst) {
  // Half of the turns want a tenth of the ticks.
  int64_t worked_ns[2] = {};
  size_t ticks[2] = {};
  for (int i = 0; i < 8000; ++i) {
    const size_t before = ticks_ns.size();
    const int64_t begin_ns = MonotonicNanos();
    timer_.Begin(begin_ns, i % 2 == 0 ? kIntervalNs : 10 * kIntervalNs);
    Work(kIntervalNs / 20);
    const int64_t end_ns = MonotonicNanos();
    timer_.End(end_ns);
    worked_ns[i % 2] += end_ns - begin_ns;
    ticks[i % 2] += ticks_ns.size() - before;
  }
  EXPECT_GT(ticks[0], 50u);
  EXPECT_GT(ticks[1], 5u);
  EXPECT_LT(ticks[1], ticks[0] / 2);
}

}  // namespace
}  // namespace rt
