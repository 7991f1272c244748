#include "profiler/model/recording.h"

#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(RecordingTest, ACopiedStackHasItsFramesAndNoValues) {
  Recording from;
  const FunctionId outer = from.symbols.InternFunction(
      {.name = "outer", .system_name = "o", .file = "/a.ts", .start_line = 3});
  const FunctionId inner = from.symbols.InternFunction({.name = "inner"});
  const StackId stack = from.samples.Push(
      from.samples.Push(StackId::kRoot,
                        from.symbols.InternFrame({outer, /*line=*/4})),
      from.symbols.InternFrame({inner, /*line=*/9, /*column=*/2}));
  from.samples.Add(stack, {.samples = 1, .cpu_ns = 2, .wall_ns = 3});

  Recording to;
  const StackId copy = CopyStack(from, stack, to);
  ASSERT_EQ(to.samples.entries().size(), 2u);
  EXPECT_EQ(copy, static_cast<StackId>(2));
  const auto frame = [&to](const SampleLog::Entry& entry) {
    return to.symbols.frames()[entry.frame];
  };
  const auto function = [&](const SampleLog::Entry& entry) {
    return to.symbols.functions()[frame(entry).function];
  };
  const auto text = [&to](StringId id) { return to.symbols.strings()[id]; };
  const SampleLog::Entry& first = to.samples.entries()[0];
  EXPECT_EQ(first.parent, StackId::kRoot);
  EXPECT_EQ(frame(first).line, 4);
  EXPECT_EQ(text(function(first).name), "outer");
  EXPECT_EQ(text(function(first).system_name), "o");
  EXPECT_EQ(text(function(first).file), "/a.ts");
  EXPECT_EQ(function(first).start_line, 3);
  const SampleLog::Entry& second = to.samples.entries()[1];
  EXPECT_EQ(second.parent, static_cast<StackId>(1));
  EXPECT_EQ(frame(second).line, 9);
  EXPECT_EQ(frame(second).column, 2);
  EXPECT_EQ(text(function(second).name), "inner");
  EXPECT_EQ(first.values, SampleValues());
  EXPECT_EQ(second.values, SampleValues());
}

TEST(RecordingTest, TheRootIsTheRootOfEach) {
  Recording to;
  EXPECT_EQ(CopyStack(Recording(), StackId::kRoot, to), StackId::kRoot);
  EXPECT_TRUE(to.samples.entries().empty());
}

}  // namespace
}  // namespace rt
