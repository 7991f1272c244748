#include "profiler/pprof/profile_writer.h"

#include <atomic>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiler/model/recording.h"
#include "profiler/pprof/test_reader.h"
#include "test/support/run_program.h"
#include "test/support/source_root.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const ProfileHeader kHeader = {.time_ns = 1'700'000'000'000'000'000,
                               .duration_ns = 2'000'000'000,
                               .period_ns = 1'000'000,
                               .program = "/opt/rt/bin/rt",
                               .comments = {"rt 0.1", "main: 3 ticks lost"}};

FrameId MakeFrame(Recording& recording, const char* name, const char* file,
                  int32_t start_line, int32_t line, int32_t column = 0) {
  const FunctionId function =
      recording.symbols.InternFunction({.name = name,
                                        .system_name = name,
                                        .file = file,
                                        .start_line = start_line});
  return recording.symbols.InternFrame(
      {.function = function, .line = line, .column = column});
}

// Two realms that share the function `parse`, with names in other scripts, a
// stack that was never on top, and one that was recorded twice.
ProfileData TwoRealms() {
  ProfileData data;
  Recording main;
  main.labels = {.thread = "main", .thread_id = 4711, .realm_kind = "main"};
  const StackId top = main.samples.Push(
      StackId::kRoot, MakeFrame(main, "(anonymous)", "/app/app.ts", 1, 30));
  const StackId parse = main.samples.Push(
      top, MakeFrame(main, "parse", "/app/parse.ts", 10, 12, 7));
  main.samples.Add(parse, {.samples = 2, .cpu_ns = 1'900, .wall_ns = 2'000});
  main.samples.Add(
      main.samples.Push(parse, MakeFrame(main, "größe", "/app/größe.ts", 3, 4)),
      {.samples = 1, .cpu_ns = 900, .wall_ns = 1'000});
  main.samples.Add(
      main.samples.Push(StackId::kRoot, MakeFrame(main, "(idle)", "", 0, 0)),
      {.samples = 5, .cpu_ns = 0, .wall_ns = 5'000});
  data.Add(std::move(main));

  Recording realm;
  realm.labels = {
      .thread = "1 parse.ts", .thread_id = 4712, .realm_kind = "thread"};
  for (int i = 0; i < 2; ++i) {
    realm.samples.Add(realm.samples.Push(StackId::kRoot,
                                         MakeFrame(realm, "parse",
                                                   "/app/parse.ts", 10, 12, 7)),
                      {.samples = 1, .cpu_ns = 700, .wall_ns = 800});
  }
  data.Add(std::move(realm));
  return data;
}

// What the independent reader says about `data`; fails if it finds fault with
// it.
std::string Check(const ProfileData& data) {
  const TempFolder folder;
  EXPECT_EQ(WriteProfile(data, kHeader, folder / "profile.pb"),
            absl::OkStatus());
  EXPECT_THAT(folder.Names(), ElementsAre("profile.pb"));
  const ProgramResult result =
      RunProgram({"python3", SourcePath("test/support/profile_checker.py"),
                  folder / "profile.pb"});
  EXPECT_EQ(result.code, 0) << result.err;
  return result.out;
}

TEST(ProfileWriterTest, AnIndependentReaderFindsWhatWasRecorded) {
  EXPECT_EQ(Check(TwoRealms()),
            "program /opt/rt/bin/rt\n"
            "time 1700000000000000000 duration 2000000000 period 1000000\n"
            "comment rt 0.1\n"
            "comment main: 3 ticks lost\n"
            "samples=1 cpu=900 wall=1000 "
            "[realm_kind=main thread=main thread_id=4711] "
            "größe /app/größe.ts:4:0 < parse /app/parse.ts:12:7 < "
            "(anonymous) /app/app.ts:30:0\n"
            "samples=2 cpu=1400 wall=1600 "
            "[realm_kind=thread thread=1 parse.ts thread_id=4712] "
            "parse /app/parse.ts:12:7\n"
            "samples=2 cpu=1900 wall=2000 "
            "[realm_kind=main thread=main thread_id=4711] "
            "parse /app/parse.ts:12:7 < (anonymous) /app/app.ts:30:0\n"
            "samples=5 cpu=0 wall=5000 "
            "[realm_kind=main thread=main thread_id=4711] "
            "(idle) :0:0\n");
}

TEST(ProfileWriterTest, AnEmptyProfileIsValid) {
  EXPECT_EQ(Check(ProfileData()),
            "program /opt/rt/bin/rt\n"
            "time 1700000000000000000 duration 2000000000 period 1000000\n"
            "comment rt 0.1\n"
            "comment main: 3 ticks lost\n");
}

TEST(ProfileWriterTest, TheSameFunctionFromTwoRealmsIsOneFunctionInTheFile) {
  const auto profile = ParseProfile(EncodeProfile(TwoRealms(), kHeader));
  std::set<std::string> names;
  for (const auto& function : profile.function()) {
    names.insert(profile.string_table(static_cast<int>(function.name())));
  }
  EXPECT_EQ(profile.function_size(), 4);
  EXPECT_EQ(names,
            (std::set<std::string>{"(anonymous)", "parse", "größe", "(idle)"}));
}

TEST(ProfileWriterTest, GoToolPprofHasNothingToSayAgainstIt) {
  const TempFolder folder;
  const std::string path = folder / "profile.pb";
  ASSERT_EQ(WriteProfile(TwoRealms(), kHeader, path), absl::OkStatus());
  const auto pprof = [&](std::vector<std::string> flags) {
    std::vector<std::string> words = {"env", "HOME=" + folder.path(), "go",
                                      "tool", "pprof"};
    words.insert(words.end(), flags.begin(), flags.end());
    words.push_back(path);
    const ProgramResult result = RunProgram(words);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    return result.out;
  };
  // 4200 ns of CPU in all, 3300 of them in parse itself.
  EXPECT_THAT(pprof({"-top", "-unit=ns"}),
              AllOf(HasSubstr("File: rt"), HasSubstr("Type: cpu"),
                    HasSubstr("4200ns total"), HasSubstr("3300ns")));
  EXPECT_THAT(pprof({"-top", "-unit=ns", "-tagfocus=thread=1 parse.ts"}),
              AllOf(HasSubstr("1400ns"), Not(HasSubstr("größe"))));
  EXPECT_THAT(pprof({"-top", "-unit=ns", "-sample_index=wall"}),
              AllOf(HasSubstr("Type: wall"), HasSubstr("(idle)")));
  EXPECT_THAT(pprof({"-tags", "-unit=ns"}),
              AllOf(HasSubstr("realm_kind: "), HasSubstr("thread: "),
                    HasSubstr("thread_id: "), HasSubstr("1 parse.ts")));
  EXPECT_THAT(pprof({"-comments"}), HasSubstr("rt 0.1\nmain: 3 ticks lost"));
}

TEST(ProfileWriterTest, AHundredThousandDistinctStacksAreWrittenAndRead) {
  // 100 functions, stacks of three: place i is the digits of i in base 100.
  ProfileData data;
  Recording recording;
  recording.labels = {.thread = "main", .thread_id = 1, .realm_kind = "main"};
  std::vector<FrameId> frames;
  for (int i = 0; i < 100; ++i) {
    frames.push_back(MakeFrame(recording, ("f" + std::to_string(i)).c_str(),
                               "/f.ts", i + 1, i + 2));
  }
  for (size_t i = 0; i < 100'000; ++i) {
    StackId at = StackId::kRoot;
    for (const size_t digit : {i / 10'000, i / 100 % 100, i % 100}) {
      at = recording.samples.Push(at, frames[digit]);
    }
    const int64_t value = static_cast<int64_t>(i) + 1;
    recording.samples.Add(at, {value, 2 * value, 3 * value});
  }
  data.Add(std::move(recording));

  const auto profile = ParseProfile(EncodeProfile(data, kHeader));
  ASSERT_EQ(profile.sample_size(), 100'000);
  std::set<int64_t> seen;
  for (const auto& sample : profile.sample()) {
    ASSERT_EQ(sample.location_id_size(), 3);
    // Leaf first; location ids follow the frames from 1 on.
    const int64_t value =
        static_cast<int64_t>(sample.location_id(0) - 1 +
                             (sample.location_id(1) - 1) * 100 +
                             (sample.location_id(2) - 1) * 10'000) +
        1;
    ASSERT_THAT(sample.value(), ElementsAre(value, 2 * value, 3 * value));
    seen.insert(value);
  }
  EXPECT_EQ(seen.size(), 100'000u);
}

TEST(ProfileWriterTest, AStringLargerThanAPieceOfTheFileSurvives) {
  ProfileData data;
  Recording recording;
  recording.labels = {.thread = "main", .thread_id = 1, .realm_kind = "main"};
  const std::string name(3'000'000, 'n');
  recording.samples.Add(
      recording.samples.Push(StackId::kRoot,
                             MakeFrame(recording, name.c_str(), "", 0, 0)),
      {1, 1, 1});
  data.Add(std::move(recording));
  const auto profile = ParseProfile(EncodeProfile(data, kHeader));
  ASSERT_EQ(profile.function_size(), 1);
  EXPECT_EQ(profile.string_table(static_cast<int>(profile.function(0).name())),
            name);
}

TEST(ProfileWriterTest, ThatTheDiskIsFullIsSaidAndNoHalfFileIsLeft) {
  const absl::Status status = WriteProfile(TwoRealms(), kHeader, "/dev/full");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("can't write /dev/full"),
                    HasSubstr("No space left on device")));
}

TEST(ProfileWriterTest, OneThatIsStoppedLeavesWhatWasThere) {
  const TempFolder folder;
  const std::string path = folder / "profile.pb";
  std::atomic<bool> stop = false;
  EXPECT_EQ(WriteProfile(ProfileData(), kHeader, path, &stop),
            absl::OkStatus());
  const std::string before = Check(ProfileData());
  stop = true;
  EXPECT_TRUE(
      absl::IsCancelled(WriteProfile(TwoRealms(), kHeader, path, &stop)));
  EXPECT_THAT(folder.Names(), ElementsAre("profile.pb"));
  const ProgramResult result = RunProgram(
      {"python3", SourcePath("test/support/profile_checker.py"), path});
  EXPECT_EQ(result.out, before);
}

TEST(ProfileWriterTest, AMissingFolderIsNamed) {
  const TempFolder folder;
  const absl::Status status =
      WriteProfile(TwoRealms(), kHeader, folder / "no/profile.pb");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr(folder / "no"));
  EXPECT_TRUE(folder.Names().empty());
}

}  // namespace
}  // namespace rt
