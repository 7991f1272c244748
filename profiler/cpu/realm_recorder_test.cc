#include "profiler/cpu/realm_recorder.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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
      const Frame& frame = recording.symbols.frames()[entry.frame];
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

TEST(RealmRecorderTest, TheSumsAreTheRealmsLifeAndWhatTheKernelSays) {
  WithIsolate([](IsolateScope& scope) {
    const Recorded recorded =
        Record(scope, absl::StrCat(kSpin, "spin(300);'done'"));
    const SampleValues& total = recorded.stacks.total;
    EXPECT_NEAR(total.cpu_ns, recorded.cpu_ns, recorded.cpu_ns / 50.0)
        << recorded.stacks.Text();
    EXPECT_NEAR(total.wall_ns, recorded.wall_ns, recorded.wall_ns / 50.0)
        << recorded.stacks.Text();
    EXPECT_GT(recorded.stacks.With("spin ").cpu_ns, total.cpu_ns * 0.8)
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
    EXPECT_GT(in_leaf.cpu_ns, recorded.stacks.total.cpu_ns * 0.8)
        << recorded.stacks.Text();
    EXPECT_GT(recorded.stacks.With(stack + ":5").cpu_ns, in_leaf.cpu_ns * 0.7)
        << recorded.stacks.Text();
  });
}

}  // namespace
}  // namespace rt
