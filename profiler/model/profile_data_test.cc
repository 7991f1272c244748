#include "profiler/model/profile_data.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace rt {
namespace {

// A stack as text, caller first: "main:1 parse:7".
using Samples = std::map<std::string, SampleValues>;

class Builder {
 public:
  explicit Builder(std::string thread) {
    recording_.labels = {
        .thread = std::move(thread), .thread_id = 1, .realm_kind = "thread"};
  }

  // Each function is `name` in /name.ts from line 1 on.
  Builder& Add(const std::vector<std::pair<std::string, int>>& stack,
               const SampleValues& values) {
    StackId at = StackId::kRoot;
    for (const auto& [name, line] : stack) {
      const FunctionId function = recording_.symbols.InternFunction(
          {.name = name, .file = "/" + name + ".ts", .start_line = 1});
      at = recording_.samples.Push(
          at,
          recording_.symbols.InternFrame({.function = function, .line = line}));
    }
    recording_.samples.Add(at, values);
    return *this;
  }

  Recording Take() { return std::move(recording_); }

 private:
  Recording recording_;
};

std::string Text(const ProfileData& data, const SampleTree& tree,
                 StackId stack) {
  if (stack == StackId::kRoot) return "";
  const SymbolTable& symbols = data.symbols();
  const StackFrame& frame = symbols.frames()[tree.frame(stack)];
  const std::string here =
      std::string(symbols.strings()[symbols.functions()[frame.function].name]) +
      ":" + std::to_string(frame.line);
  const std::string callers = Text(data, tree, tree.parent(stack));
  return callers.empty() ? here : callers + " " + here;
}

Samples SamplesOf(const ProfileData& data, size_t realm) {
  const SampleTree& tree = data.realms()[realm].samples;
  Samples samples;
  for (size_t i = 1; i < tree.size(); ++i) {
    const StackId stack = static_cast<StackId>(i);
    if (tree.values(stack) == SampleValues()) continue;
    EXPECT_TRUE(
        samples.emplace(Text(data, tree, stack), tree.values(stack)).second)
        << "the same stack twice";
  }
  return samples;
}

// Frame ids that stay what they are.
std::vector<FrameId> Same(size_t count) {
  std::vector<FrameId> frames;
  for (size_t i = 0; i < count; ++i) frames.push_back(static_cast<FrameId>(i));
  return frames;
}

TEST(SampleTreeTest, StacksThatBeginAlikeShareTheirBeginning) {
  SampleLog log;
  const StackId a = log.Push(StackId::kRoot, FrameId{0});
  log.Add(log.Push(a, FrameId{1}), {1, 1, 1});
  log.Add(log.Push(a, FrameId{2}), {2, 2, 2});
  // The same stack by another way, and the same frame on another caller.
  log.Add(log.Push(log.Push(StackId::kRoot, FrameId{0}), FrameId{1}),
          {4, 4, 4});
  log.Add(log.Push(StackId::kRoot, FrameId{1}), {8, 8, 8});

  SampleTree tree;
  tree.Add(log, Same(3));
  ASSERT_EQ(tree.size(), 5u);  // the root, 0, 0 1, 0 2, 1
  const StackId a_b = static_cast<StackId>(2);
  EXPECT_EQ(tree.frame(a_b), FrameId{1});
  EXPECT_EQ(tree.frame(tree.parent(a_b)), FrameId{0});
  EXPECT_EQ(tree.parent(tree.parent(a_b)), StackId::kRoot);
  EXPECT_EQ(tree.values(a_b), (SampleValues{5, 5, 5}));
  EXPECT_EQ(tree.values(static_cast<StackId>(3)), (SampleValues{2, 2, 2}));
  EXPECT_EQ(tree.values(static_cast<StackId>(4)), (SampleValues{8, 8, 8}));
}

TEST(SampleTreeTest, RecursionIsAStackOfItsOwnForEachDepth) {
  SampleLog log;
  StackId at = StackId::kRoot;
  for (int i = 0; i < 1'000; ++i) at = log.Push(at, FrameId{0});
  SampleTree tree;
  tree.Add(log, Same(1));
  EXPECT_EQ(tree.size(), 1'001u);
}

TEST(ProfileDataTest, TheSameStackOfOneRealmIsOneEntryWithAddedValues) {
  ProfileData data;
  data.Add(Builder("main")
               .Add({{"main", 1}, {"parse", 7}}, {1, 100, 110})
               .Add({{"main", 1}, {"parse", 8}}, {1, 1, 1})
               .Add({{"main", 1}, {"parse", 7}}, {2, 200, 220})
               .Take());
  data.Add(
      Builder("main").Add({{"main", 1}, {"parse", 7}}, {4, 400, 440}).Take());

  ASSERT_EQ(data.realms().size(), 1u);
  EXPECT_EQ(SamplesOf(data, 0), (Samples{{"main:1 parse:7", {7, 700, 770}},
                                         {"main:1 parse:8", {1, 1, 1}}}));
  EXPECT_EQ(data.total(), (SampleValues{8, 701, 771}));
}

TEST(ProfileDataTest, TheSameFunctionFromTwoRealmsIsOneFunction) {
  ProfileData data;
  data.Add(Builder("1 a.ts").Add({{"a", 1}, {"shared", 2}}, {1, 1, 1}).Take());
  data.Add(Builder("2 b.ts").Add({{"b", 1}, {"shared", 2}}, {1, 1, 1}).Take());
  EXPECT_EQ(data.symbols().functions().size(), 3u);
  EXPECT_EQ(data.symbols().frames().size(), 3u);
}

TEST(ProfileDataTest, RealmsThatDifferInAnyLabelNeverMerge) {
  ProfileData data;
  const auto add = [&data](RealmLabels labels, int64_t samples) {
    Recording recording =
        Builder("").Add({{"f", 1}}, {samples, samples, samples}).Take();
    recording.labels = std::move(labels);
    data.Add(std::move(recording));
  };
  add({"worker", 1, "thread"}, 1);
  add({"worker 2", 1, "thread"}, 2);
  add({"worker", 2, "thread"}, 4);
  add({"worker", 1, "sandbox"}, 8);
  add({"worker", 1, "thread"}, 16);

  ASSERT_EQ(data.realms().size(), 4u);
  const int64_t want[] = {17, 2, 4, 8};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(SamplesOf(data, i),
              (Samples{{"f:1", {want[i], want[i], want[i]}}}));
  }
}

TEST(ProfileDataTest, ARealmThatWasNeverSampledIsKnown) {
  ProfileData data;
  data.Add(Builder("1 idle.ts").Take());
  ASSERT_EQ(data.realms().size(), 1u);
  EXPECT_EQ(data.realms()[0].labels.thread, "1 idle.ts");
  EXPECT_TRUE(SamplesOf(data, 0).empty());
}

TEST(ProfileDataTest, AHundredThousandDistinctStacksStayDistinct) {
  ProfileData data;
  Recording recording = Builder("main").Take();
  std::vector<FrameId> frames;
  for (int i = 0; i < 100; ++i) {
    const FunctionId f = recording.symbols.InternFunction(
        {.name = "f" + std::to_string(i), .file = "/f.ts"});
    frames.push_back(recording.symbols.InternFrame({.function = f}));
  }
  // Every stack of three frames out of 100: the last digits of its place tell
  // which, and its sample count is that place.
  int64_t place = 0;
  for (int i = 0; i < 10; ++i) {
    const StackId a = recording.samples.Push(StackId::kRoot, frames[i]);
    for (int j = 0; j < 100; ++j) {
      const StackId b = recording.samples.Push(a, frames[j]);
      for (int k = 0; k < 100; ++k) {
        recording.samples.Add(recording.samples.Push(b, frames[k]),
                              {++place, 1, 2});
      }
    }
  }
  data.Add(std::move(recording));
  EXPECT_EQ(data.total(),
            (SampleValues{100'000LL * 100'001 / 2, 100'000, 200'000}));
  const Samples samples = SamplesOf(data, 0);
  EXPECT_EQ(samples.size(), 100'000u);
  EXPECT_EQ(samples.at("f3:0 f14:0 f15:0").samples, 3 * 10'000 + 14 * 100 + 16);
}

}  // namespace
}  // namespace rt
