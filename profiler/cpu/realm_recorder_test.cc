#include "profiler/cpu/realm_recorder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "runtime/base/clock.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

// A recording with its stacks as text, outermost frame first:
// "name file:line;name file:line".
struct Stacks {
  explicit Stacks(const Recording& recording) {
    std::vector<std::string> texts = {""};
    for (const SampleLog::Entry& entry : recording.samples.entries()) {
      const StackFrame& frame = recording.symbols.frames()[entry.frame];
      const Function& function = recording.symbols.functions()[frame.function];
      const auto text = [&](StringId id) {
        return std::string(recording.symbols.strings()[id]);
      };
      std::string& caller = texts[static_cast<size_t>(entry.parent)];
      texts.push_back(absl::StrCat(caller, caller.empty() ? "" : ";",
                                   text(function.name), " ",
                                   text(function.file), ":", frame.line));
      if (entry.values == SampleValues()) continue;
      values[texts.back()] += entry.values;
      total += entry.values;
    }
  }

  // The sum over the stacks that have `part` in them.
  SampleValues With(const std::string& part) const {
    SampleValues sum;
    for (const auto& [stack, value] : values) {
      if (stack.find(part) != std::string::npos) sum += value;
    }
    return sum;
  }

  // The sum over the program's own stacks.
  SampleValues Own() const {
    SampleValues sum;
    for (const auto& [stack, value] : values) {
      const bool is_engine = stack.rfind("(program)", 0) == 0 ||
                             stack.rfind("(garbage", 0) == 0 ||
                             stack.rfind("(idle)", 0) == 0;
      if (!is_engine) sum += value;
    }
    return sum;
  }

  std::string Text() const {
    std::string text;
    for (const auto& [stack, value] : values) {
      absl::StrAppend(&text, value.samples, " ", value.cpu_ns / 1000, "us ",
                      value.wall_ns / 1000, "us ", stack, "\n");
    }
    return text;
  }

  std::map<std::string, SampleValues> values;
  SampleValues total;
};

// What was recorded while `source` ran as /app.js, and what the kernel says
// that it used.
struct Recorded {
  Stacks stacks;
  int64_t cpu_ns;
  int64_t wall_ns;
  RealmRecorder::Result result;
};

Recorded Record(IsolateScope& scope, const std::string& source,
                int interval_us = 1000) {
  const int64_t cpu = ThreadCpuNanos();
  const int64_t wall = MonotonicNanos();
  auto recorder = RealmRecorder::Start(scope.host(), interval_us);
  EXPECT_EQ(RunScript(scope, "file:///app.js", source), "done");
  RealmRecorder::Result result = recorder->Finish();
  return {Stacks(result.recording), ThreadCpuNanos() - cpu,
          MonotonicNanos() - wall, std::move(result)};
}

// Functions that run for as long as they are told, in CPU time as far as the
// machine lets them.
constexpr char kSpin[] = R"(
function spin(ms) {
  const end = Date.now() + ms;
  let x = 0;
  while (Date.now() < end) x++;
  return x;
}
)";

// Work of a known amount, not for a known time: on a busy machine a time may
// hold next to no CPU.
constexpr char kWork[] = R"(
function work() {
  let x = 0;
  for (let i = 0; i < 1e8; i++) x = (x * 31 + i) | 0;
  return x;
}
work();
'done')";

// Within 2% of the realm's life and of the kernel's figure.
void ExpectTheSumsHold(const Recorded& recorded) {
  const SampleValues& total = recorded.stacks.total;
  EXPECT_NEAR(total.cpu_ns, recorded.cpu_ns, recorded.cpu_ns / 50.0)
      << recorded.stacks.Text();
  EXPECT_NEAR(total.wall_ns, recorded.wall_ns, recorded.wall_ns / 50.0)
      << recorded.stacks.Text();
}

TEST(RealmRecorderTest, TheSumsAreTheRealmsLifeAndWhatTheKernelSays) {
  WithIsolate([](IsolateScope& scope) {
    const Recorded recorded = Record(scope, kWork);
    ExpectTheSumsHold(recorded);
    EXPECT_GT(recorded.stacks.With("work ").cpu_ns,
              recorded.stacks.Own().cpu_ns * 0.9)
        << recorded.stacks.Text();
  });
}

TEST(RealmRecorderTest, FramesHaveTheirNameFileAndExecutingLine) {
  WithIsolate([](IsolateScope& scope) {
    const Recorded recorded = Record(scope, R"(
function leaf(end) {
  let x = 0;
  while (Date.now() < end) {
    for (let i = 0; i < 1000; i++) x += Math.sqrt(i);
  }
  return x;
}
function middle(end) {

  return leaf(end) + 1;
}
middle(Date.now() + 300);
'done')");
    const std::string stack =
        "(module) app.js /app.js:13;middle /app.js:11;leaf /app.js";
    const SampleValues in_leaf = recorded.stacks.With(stack);
    const int64_t own =
        recorded.stacks.total.cpu_ns - recorded.stacks.With("(program)").cpu_ns;
    EXPECT_GT(in_leaf.cpu_ns, own * 0.8) << recorded.stacks.Text();
    EXPECT_GT(recorded.stacks.With(stack + ":5").cpu_ns, in_leaf.cpu_ns * 0.7)
        << recorded.stacks.Text();
  });
}

// What one of many busy realms recorded, and the kernel's figures for its
// thread.
class ManyRealms : public testing::TestWithParam<int> {};

TEST_P(ManyRealms, TheSumsHoldForEachOfManyBusyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < GetParam(); ++i) {
    threads.emplace_back([] {
      WithIsolate([](IsolateScope& scope) {
        // Each does the same work, however long it has to wait for a core.
        const Recorded recorded = Record(scope, kWork);
        ExpectTheSumsHold(recorded);
        EXPECT_GT(recorded.stacks.With("work ").cpu_ns,
                  recorded.stacks.total.cpu_ns * 0.8)
            << recorded.stacks.Text();
      });
    });
  }
  for (std::thread& thread : threads) thread.join();
}

INSTANTIATE_TEST_SUITE_P(RealmRecorderTest, ManyRealms,
                         testing::Values(1, 4, 16));

// Two functions whose work has the ratio 1:3, over many segments.
TEST(RealmRecorderTest, RotationLosesNothing) {
  WithIsolate([](IsolateScope& scope) {
    const int64_t cpu_before = ThreadCpuNanos();
    const int64_t wall_before = MonotonicNanos();
    auto recorder = RealmRecorder::Start(scope.host(), 100);
    RunScript(scope, "file:///app.js", R"(
function one(n) {
  let x = 0;
  for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;
  return x;
}
function three(n) {
  let x = 0;
  for (let i = 0; i < 3 * n; i++) x = (x * 31 + i) | 0;
  return x;
}
function round() {
  const end = Date.now() + 50;
  while (Date.now() < end) { one(100000); three(100000); }
})");
    const TickRing& ring = SampledRealm::Current()->ring();
    while (ring.begin() < 2 * TickRing::kCapacity) {
      RunScript(scope, "file:///main.js", "round()");
    }
    const RealmRecorder::Result result = recorder->Finish();
    const int64_t cpu = ThreadCpuNanos() - cpu_before;
    const int64_t wall = MonotonicNanos() - wall_before;
    const Stacks stacks(result.recording);
    EXPECT_GT(stacks.total.samples, int64_t{TickRing::kCapacity});
    EXPECT_EQ(stacks.total.samples, result.taken_ticks);
    EXPECT_NEAR(stacks.total.cpu_ns, cpu, cpu / 50.0);
    EXPECT_NEAR(stacks.total.wall_ns, wall, wall / 50.0);
    const SampleValues one = stacks.With("one ");
    const SampleValues three = stacks.With("three ");
    const double ratio =
        static_cast<double>(three.cpu_ns) / static_cast<double>(one.cpu_ns);
    // A ratio of two sums over samples that come by chance, with weights that
    // spread as widely as their mean: four standard errors.
    const double error =
        3 * std::sqrt(2.0 / static_cast<double>(one.samples) +
                      2.0 / static_cast<double>(three.samples));
    EXPECT_NEAR(ratio, 3, 4 * error) << stacks.Text();
  });
}

TEST(RealmRecorderTest, PartsThatAreTakenAddUpToTheWhole) {
  WithIsolate([](IsolateScope& scope) {
    const int64_t cpu_before = ThreadCpuNanos();
    const int64_t wall_before = MonotonicNanos();
    auto recorder = RealmRecorder::Start(scope.host(), 1000);
    SampleValues total;
    for (const std::string file : {"/a.js", "/b.js", "/c.js"}) {
      const int64_t cpu = ThreadCpuNanos();
      RunScript(scope, "file://" + file, kWork);
      const int64_t used = ThreadCpuNanos() - cpu;
      std::optional<RealmRecorder::Result> part = recorder->Take();
      ASSERT_TRUE(part.has_value());
      const Stacks stacks(part->recording);
      // All of it is in this part, and nothing of another one's.
      const int64_t work = stacks.With("work " + file).cpu_ns;
      EXPECT_EQ(work, stacks.With("work ").cpu_ns) << stacks.Text();
      EXPECT_NEAR(work, used, used / 10.0) << stacks.Text();
      total += stacks.total;
      EXPECT_EQ(total.samples, part->taken_ticks);
    }
    const RealmRecorder::Result rest = recorder->Finish();
    total += Stacks(rest.recording).total;
    EXPECT_EQ(total.samples, rest.taken_ticks);
    const int64_t cpu = ThreadCpuNanos() - cpu_before;
    const int64_t wall = MonotonicNanos() - wall_before;
    EXPECT_NEAR(total.cpu_ns, cpu, cpu / 50.0);
    EXPECT_NEAR(total.wall_ns, wall, wall / 50.0);
  });
}

// A call that is made once is in the part in which it is made, and again where
// it goes on: each moment in one of them.
TEST(RealmRecorderTest, APartTakenInTheMiddleOfACallHasItsBeginning) {
  WithIsolate([](IsolateScope& scope) {
    auto recorder = RealmRecorder::Start(scope.host(), 1000);
    struct Middle {
      RealmRecorder* recorder;
      std::optional<RealmRecorder::Result> part;
    } middle = {recorder.get(), std::nullopt};
    std::thread asker([&] {
      absl::SleepFor(absl::Milliseconds(200));
      scope.host().RequestInterrupt(
          [](v8::Isolate*, void* data) {
            auto* const its = static_cast<Middle*>(data);
            its->part = its->recorder->Take();
          },
          &middle);
    });
    const int64_t cpu_before = ThreadCpuNanos();
    RunScript(scope, "file:///app.js", std::string(kSpin) + "spin(1500);");
    const int64_t cpu = ThreadCpuNanos() - cpu_before;
    asker.join();
    ASSERT_TRUE(middle.part.has_value());
    const Stacks first(middle.part->recording);
    const Stacks second(recorder->Finish().recording);
    EXPECT_GT(first.With("spin ").wall_ns, int64_t{100'000'000})
        << first.Text();
    EXPECT_GT(second.With("spin ").wall_ns, int64_t{100'000'000})
        << second.Text();
    EXPECT_NEAR(first.total.cpu_ns + second.total.cpu_ns, cpu, cpu / 10.0);
  });
}

// A terminated realm's recording is complete, and so is one that ran out of
// memory; see the integration tests for the latter.
TEST(RealmRecorderTest, ATerminatedRealmHasAllItsSamples) {
  WithIsolate([](IsolateScope& scope) {
    auto recorder = RealmRecorder::Start(scope.host(), 1000);
    std::thread killer([&] {
      absl::SleepFor(absl::Milliseconds(300));
      scope.host().TerminateExecution();
    });
    EXPECT_EQ(RunScript(scope, "file:///app.js",
                        "function busy() { for (;;) {} }\nbusy();"),
              "terminated");
    killer.join();
    const Stacks stacks(recorder->Finish().recording);
    EXPECT_GT(stacks.With("busy /app.js:1").wall_ns, stacks.Own().wall_ns * 0.9)
        << stacks.Text();
    scope.host().CancelTerminateExecution();
  });
}

TEST(RealmRecorderTest, RecordersOfOneRealmDoNotDisturbEachOther) {
  WithIsolate([](IsolateScope& scope) {
    auto outer = RealmRecorder::Start(scope.host(), 1000);
    RunScript(scope, "file:///a.js", kWork);
    auto inner = RealmRecorder::Start(scope.host(), 2000);
    RunScript(scope, "file:///b.js", kWork);
    const Stacks first(outer->Finish().recording);
    RunScript(scope, "file:///c.js", kWork);
    const Stacks second(inner->Finish().recording);
    EXPECT_GT(first.With("work /a.js").cpu_ns, 0) << first.Text();
    EXPECT_GT(first.With("work /b.js").cpu_ns, 0) << first.Text();
    EXPECT_EQ(first.With("/c.js").cpu_ns, 0) << first.Text();
    EXPECT_EQ(second.With("/a.js").cpu_ns, 0) << second.Text();
    EXPECT_GT(second.With("work /b.js").cpu_ns, 0) << second.Text();
    EXPECT_GT(second.With("work /c.js").cpu_ns, 0) << second.Text();
  });
}

TEST(RealmRecorderTest, NamesStayRightOverManyStartsAndStops) {
  WithIsolate([](IsolateScope& scope) {
    RunScript(scope, "file:///app.js",
              "function look(n) { while (n-- > 0) Date.now(); }");
    for (int i = 0; i < 50; ++i) {
      auto recorder = RealmRecorder::Start(scope.host(), 500);
      RunScript(scope, "file:///main.js", "look(400000)");
      const Stacks stacks(recorder->Finish().recording);
      EXPECT_GE(stacks.With("main.js:1;look /app.js:").cpu_ns,
                stacks.Own().cpu_ns / 2)
          << i << "\n"
          << stacks.Text();
    }
  });
}

TEST(RealmRecorderTest, ARecorderThatIsDroppedLeavesNothingBehind) {
  WithIsolate([](IsolateScope& scope) {
    RealmRecorder::Start(scope.host(), 1000).reset();
    EXPECT_EQ(SampledRealm::Current(), nullptr);
    auto recorder = RealmRecorder::Start(scope.host(), 1000);
    RunScript(scope, "file:///app.js", absl::StrCat(kSpin, "spin(50)"));
    EXPECT_GT(recorder->Finish().taken_ticks, 0);
  });
}

}  // namespace
}  // namespace rt
