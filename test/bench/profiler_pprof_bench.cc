// What it costs to take recordings in and to write profile.pb: time, and memory
// at its peak beyond what was there before.
//
//   out/release/profiler_pprof_bench --benchmark_counters_tabular=true

#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"
#include "profiler/model/profile_data.h"
#include "profiler/model/recording.h"
#include "profiler/pprof/profile_accumulator.h"
#include "profiler/pprof/profile_writer.h"
#include "runtime/base/check.h"

namespace rt {
namespace {

// A call tree as V8 would give it: each node has a parent that comes before it.
struct Node {
  uint32_t parent;
  uint32_t function;
  int32_t line;
};

struct CallTree {
  std::vector<std::string> names;
  std::vector<std::string> files;
  std::vector<Node> nodes;  // the first is the root
};

// `stacks` nodes over `functions` functions, up to 40 frames deep: a walk that
// returns from a few frames and calls a few others, as a program does. Which
// function calls which is random with a bias to few of them, the lines are not.
CallTree MakeTree(size_t functions, size_t stacks) {
  std::mt19937 random(1);
  CallTree tree;
  for (size_t i = 0; i < functions; ++i) {
    tree.names.push_back("Module" + std::to_string(i % 97) + ".process" +
                         std::to_string(i));
    tree.files.push_back("/home/user/app/node_modules/package-" +
                         std::to_string(i % 113) + "/lib/file-" +
                         std::to_string(i / 20) + ".ts");
  }
  tree.nodes.push_back({0, 0, 0});
  std::vector<uint32_t> stack = {0};
  size_t fresh = 0;
  while (tree.nodes.size() <= stacks) {
    for (uint32_t n = random() % 8; n > 0 && stack.size() > 1; --n) {
      stack.pop_back();
    }
    for (uint32_t n = 1 + random() % 7; n > 0 && stack.size() < 40; --n) {
      const double skew = static_cast<double>(random()) / random.max();
      const uint32_t function = static_cast<uint32_t>(
          fresh < functions ? fresh++
                            : skew * skew * static_cast<double>(functions - 1));
      tree.nodes.push_back(
          {stack.back(), function, static_cast<int32_t>(10 + random() % 5)});
      stack.push_back(static_cast<uint32_t>(tree.nodes.size() - 1));
    }
  }
  return tree;
}

Recording Record(const CallTree& tree) {
  Recording recording;
  recording.labels = {
      .thread = "main", .thread_id = 4711, .realm_kind = "main"};
  std::vector<StackId> stacks(tree.nodes.size(), StackId::kRoot);
  // V8 gives the same pointers for the same function, so a walk can remember
  // them.
  std::vector<std::optional<FunctionId>> known(tree.names.size());
  for (size_t i = 1; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    std::optional<FunctionId>& function = known[node.function];
    if (!function) {
      function = recording.symbols.InternFunction(
          {.name = tree.names[node.function],
           .system_name = tree.names[node.function],
           .file = tree.files[node.function],
           .start_line = static_cast<int32_t>(node.function % 20 * 12)});
    }
    const FrameId frame = recording.symbols.InternFrame(
        {.function = *function, .line = node.line});
    stacks[i] = recording.samples.Push(stacks[node.parent], frame);
    const int64_t noise = static_cast<int64_t>(i * 2'654'435'761u % 50'000);
    recording.samples.Add(stacks[i], {1, 975'000 + noise, 1'000'000 + noise});
  }
  return recording;
}

// The process's resident memory in MB: now, or at its peak since ResetPeak().
double MemoryMb(const char* field) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.compare(0, strlen(field), field) == 0) {
      return std::stod(line.substr(strlen(field) + 1)) / 1024;
    }
  }
  return 0;
}

void ResetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

const ProfileHeader kHeader = {.time_ns = 1,
                               .duration_ns = 2,
                               .period_ns = 1'000'000,
                               .program = "/usr/bin/rt",
                               .comments = {"bench"}};

// The whole way of a recording: walked, committed, encoded, written.
void BM_WalkCommitWrite(benchmark::State& state) {
  const CallTree tree = MakeTree(static_cast<size_t>(state.range(0)),
                                 static_cast<size_t>(state.range(1)));
  const std::string path = "bench-" + std::to_string(getpid()) + ".profile.pb";
  double peak_mb = 0;
  for (auto _ : state) {
    state.PauseTiming();
    malloc_trim(0);
    ResetPeak();
    const double before = MemoryMb("VmRSS");
    state.ResumeTiming();
    ProfileAccumulator accumulator;
    accumulator.Commit(Record(tree));
    accumulator.Read([&path](const ProfileData& data) {
      RT_CHECK(WriteProfile(data, kHeader, path).ok());
    });
    state.PauseTiming();
    peak_mb = std::max(peak_mb, MemoryMb("VmHWM") - before);
    state.ResumeTiming();
  }
  struct stat written = {};
  RT_CHECK(stat(path.c_str(), &written) == 0);
  unlink(path.c_str());
  state.counters["peak_mb"] = peak_mb;
  state.counters["file_mb"] = static_cast<double>(written.st_size) / 1e6;
  state.counters["s_per_stack"] =
      benchmark::Counter(static_cast<double>(state.range(1)),
                         benchmark::Counter::kIsIterationInvariantRate |
                             benchmark::Counter::kInvert);
}
BENCHMARK(BM_WalkCommitWrite)
    ->Args({1'000, 1'000})
    ->Args({10'000, 10'000})
    ->Args({20'000, 20'000})
    ->Args({20'000, 100'000})
    ->Args({20'000, 1'000'000})
    ->Unit(benchmark::kMillisecond);

void BM_Walk(benchmark::State& state) {
  const CallTree tree = MakeTree(static_cast<size_t>(state.range(0)),
                                 static_cast<size_t>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(Record(tree));
}
BENCHMARK(BM_Walk)
    ->Args({20'000, 20'000})
    ->Args({20'000, 1'000'000})
    ->Unit(benchmark::kMillisecond);

void BM_Encode(benchmark::State& state) {
  ProfileData data;
  data.Add(Record(MakeTree(static_cast<size_t>(state.range(0)),
                           static_cast<size_t>(state.range(1)))));
  size_t size = 0;
  for (auto _ : state) size = EncodeProfile(data, kHeader).size();
  state.counters["file_mb"] = static_cast<double>(size) / 1e6;
}
BENCHMARK(BM_Encode)
    ->Args({20'000, 20'000})
    ->Args({20'000, 1'000'000})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rt

BENCHMARK_MAIN();
