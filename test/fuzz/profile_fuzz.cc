// Recordings of any shape, committed, encoded and parsed again, must give what
// a plain map of stacks to values gives.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/model/profile_data.h"
#include "profiler/model/recording.h"
#include "profiler/model/utf8.h"
#include "profiler/pprof/profile_accumulator.h"
#include "profiler/pprof/profile_writer.h"
#include "profiler/pprof/test_reader.h"
#include "runtime/base/check.h"

namespace rt {
namespace {

// Name, file, first line; executing line, column.
using FunctionKey = std::tuple<std::string, std::string, int64_t>;
using FrameKey = std::tuple<FunctionKey, int64_t, int64_t>;
using Stack = std::vector<FrameKey>;  // the leaf last
// Thread, thread id, kind.
using LabelsKey = std::tuple<std::string, int64_t, std::string>;
using Values = std::tuple<int64_t, int64_t, int64_t>;
using Samples = std::map<std::pair<LabelsKey, Stack>, Values>;

void Add(Values& sum, const Values& more) {
  std::get<0>(sum) += std::get<0>(more);
  std::get<1>(sum) += std::get<1>(more);
  std::get<2>(sum) += std::get<2>(more);
}

// Few choices each, so that equal ones are common.
FrameKey AnyFrame(FuzzedDataProvider& in) {
  return {{in.ConsumeRandomLengthString(4), in.ConsumeRandomLengthString(2),
           in.ConsumeIntegralInRange(0, 2)},
          in.ConsumeIntegralInRange(0, 3),
          in.ConsumeIntegralInRange(0, 1)};
}

FrameId Intern(Recording& recording, const FrameKey& key) {
  const auto& [function, line, column] = key;
  const auto& [name, file, start_line] = function;
  return recording.symbols.InternFrame(
      {.function = recording.symbols.InternFunction(
           {.name = name,
            .system_name = name,
            .file = file,
            .start_line = static_cast<int32_t>(start_line)}),
       .line = static_cast<int32_t>(line),
       .column = static_cast<int32_t>(column)});
}

// As the file will have it.
FrameKey Written(FrameKey key) {
  auto& [name, file, start_line] = std::get<0>(key);
  name = ToValidUtf8(name);
  file = ToValidUtf8(file);
  return key;
}

Recording AnyRecording(FuzzedDataProvider& in, Samples& expected) {
  Recording recording;
  const LabelsKey labels = {
      std::string(1, 'a' + in.ConsumeIntegralInRange(0, 2)),
      in.ConsumeIntegralInRange(0, 1), in.ConsumeBool() ? "main" : "thread"};
  recording.labels = {.thread = std::get<0>(labels),
                      .thread_id = std::get<1>(labels),
                      .realm_kind = std::get<2>(labels)};

  std::vector<std::pair<StackId, Stack>> stacks = {{StackId::kRoot, {}}};
  while (in.ConsumeBool()) {
    const auto& [parent, callers] =
        stacks[in.ConsumeIntegralInRange<size_t>(0, stacks.size() - 1)];
    const FrameKey frame = AnyFrame(in);
    Stack stack = callers;
    stack.push_back(Written(frame));
    const StackId id = recording.samples.Push(parent, Intern(recording, frame));
    const Values values = {in.ConsumeIntegralInRange(0, 2),
                           in.ConsumeIntegralInRange<int64_t>(0, 1'000'000),
                           in.ConsumeIntegralInRange<int64_t>(0, 1'000'000)};
    recording.samples.Add(id, {.samples = std::get<0>(values),
                               .cpu_ns = std::get<1>(values),
                               .wall_ns = std::get<2>(values)});
    if (values != Values()) Add(expected[{labels, stack}], values);
    stacks.emplace_back(id, std::move(stack));
  }
  return recording;
}

// The file's samples. Two of the same stack and labels are a bug, as are two
// functions or locations that are the same.
Samples Parse(const perftools::profiles::Profile& profile) {
  const auto text = [&profile](int64_t index) {
    return profile.string_table(static_cast<int>(index));
  };
  std::set<std::string> strings(profile.string_table().begin(),
                                profile.string_table().end());
  RT_CHECK(strings.size() == static_cast<size_t>(profile.string_table_size()));
  RT_CHECK(text(0).empty());

  std::map<uint64_t, FunctionKey> functions;
  std::set<FunctionKey> distinct_functions;
  for (const auto& function : profile.function()) {
    const FunctionKey key = {text(function.name()), text(function.filename()),
                             function.start_line()};
    RT_CHECK(function.id() != 0);
    RT_CHECK(functions.emplace(function.id(), key).second);
    RT_CHECK(distinct_functions.insert(key).second);
  }
  std::map<uint64_t, FrameKey> frames;
  std::set<FrameKey> distinct_frames;
  for (const auto& location : profile.location()) {
    RT_CHECK(location.id() != 0 && location.line_size() == 1);
    const auto& line = location.line(0);
    const FrameKey key = {functions.at(line.function_id()), line.line(),
                          line.column()};
    RT_CHECK(frames.emplace(location.id(), key).second);
    RT_CHECK(distinct_frames.insert(key).second);
  }

  Samples samples;
  for (const auto& sample : profile.sample()) {
    Stack stack;
    for (const uint64_t id : sample.location_id()) {
      stack.insert(stack.begin(), frames.at(id));
    }
    RT_CHECK(sample.label_size() == 3 && sample.value_size() == 3);
    const LabelsKey labels = {text(sample.label(0).str()),
                              sample.label(1).num(),
                              text(sample.label(2).str())};
    const Values values = {sample.value(0), sample.value(1), sample.value(2)};
    RT_CHECK(samples.emplace(std::pair(labels, stack), values).second);
  }
  return samples;
}

}  // namespace
}  // namespace rt

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider in(data, size);
  rt::ProfileAccumulator accumulator;
  rt::Samples expected;
  do {
    accumulator.Commit(rt::AnyRecording(in, expected));
  } while (in.ConsumeBool());
  accumulator.Read([&expected](const rt::ProfileData& profile) {
    const std::string bytes = rt::EncodeProfile(
        profile, {.period_ns = 1, .program = "a", .comments = {"cpu", "b"}});
    RT_CHECK(rt::Parse(rt::ParseProfile(bytes)) == expected);
  });
  return 0;
}
