#include "profiler/pprof/profile_accumulator.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "profiler/pprof/profile_header.h"
#include "profiler/pprof/profile_writer.h"
#include "profiler/pprof/test_reader.h"

namespace rt {
namespace {

// A recording of two stacks, one tick each.
Recording TwoStacks(const std::string& thread) {
  Recording recording;
  recording.labels = {.thread = thread, .thread_id = 1, .realm_kind = "thread"};
  for (const char* name : {"first", "second"}) {
    const FrameId frame = recording.symbols.InternFrame(
        {.function = recording.symbols.InternFunction({.name = name})});
    recording.samples.Add(recording.samples.Push(StackId::kRoot, frame),
                          {.samples = 1, .cpu_ns = 10, .wall_ns = 20});
  }
  return recording;
}

TEST(ProfileAccumulatorTest, BeginsEmpty) {
  ProfileAccumulator accumulator;
  accumulator.Read([](const ProfileData& data) {
    EXPECT_TRUE(data.realms().empty());
    EXPECT_EQ(data.total(), SampleValues());
  });
}

TEST(ProfileAccumulatorTest, AReaderNeverSeesAPartOfARecording) {
  constexpr int kThreads = 4;
  constexpr int kCommits = 500;
  ProfileAccumulator accumulator;
  std::atomic<int> running = kThreads;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kCommits; ++i) {
        accumulator.Commit(TwoStacks(std::to_string(t)));
      }
      --running;
    });
  }
  do {
    accumulator.Read([](const ProfileData& data) {
      int64_t sum = 0;
      for (const RealmSamples& realm : data.realms()) {
        const SampleTree& tree = realm.samples;
        ASSERT_EQ(tree.size(), 3u);
        const SampleValues& first = tree.values(static_cast<StackId>(1));
        EXPECT_EQ(first, tree.values(static_cast<StackId>(2)));
        sum += 2 * first.samples;
      }
      EXPECT_EQ(sum, data.total().samples);
    });
  } while (running > 0);
  for (std::thread& thread : threads) thread.join();

  accumulator.Read([](const ProfileData& data) {
    EXPECT_EQ(data.realms().size(), size_t{kThreads});
    EXPECT_EQ(data.symbols().functions().size(), 2u);
    EXPECT_EQ(data.total(),
              (SampleValues{.samples = 2 * kThreads * kCommits,
                            .cpu_ns = 20 * kThreads * kCommits,
                            .wall_ns = 40 * kThreads * kCommits}));
  });
}

TEST(ProfileAccumulatorTest, ACommitDoesNotWaitForAReader) {
  ProfileAccumulator accumulator;
  accumulator.Commit(TwoStacks("before"));
  accumulator.Read([&](const ProfileData& data) {
    // Would never end if it waited.
    std::thread([&] { accumulator.Commit(TwoStacks("meanwhile")); }).join();
    EXPECT_EQ(data.realms().size(), 1u);
  });
  accumulator.Read([](const ProfileData& data) {
    EXPECT_EQ(data.realms().size(), 2u);
    EXPECT_EQ(data.total().samples, 4);
  });
}

TEST(ProfileAccumulatorTest, AThousandRealmsAreAThousandThreadsInTheFile) {
  ProfileAccumulator accumulator;
  for (int i = 0; i < 1'000; ++i) {
    accumulator.Commit(TwoStacks("realm " + std::to_string(i)));
  }
  accumulator.Read([](const ProfileData& data) {
    const auto profile =
        ParseProfile(EncodeProfile(data, ProfileHeader{.period_ns = 1}));
    EXPECT_EQ(profile.sample_size(), 2'000);
    EXPECT_EQ(profile.function_size(), 2);
    EXPECT_EQ(profile.location_size(), 2);
  });
}

}  // namespace
}  // namespace rt
