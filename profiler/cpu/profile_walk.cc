#include "profiler/cpu/profile_walk.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "profiler/cpu/function_symbols.h"
#include "profiler/cpu/sigprof.h"

namespace rt {
namespace {

using Node = v8::CpuProfileNode;

// A node of `calls` on the walk.
struct Visit {
  const Node* node = nullptr;
  // The parent's place in the list; a node's parent comes before it.
  size_t parent = 0;
  // The node of `starts` for the same stack; null if there is none.
  const Node* twin = nullptr;
  // What was measured with this node as the innermost.
  SampleValues values;
  // Whether it, or a node below it, has values.
  bool is_sampled = false;
  EngineFunction function;
  // The stack of its callers.
  StackId callers = StackId::kRoot;
  // The stack that got its values, or a part of them.
  StackId stack = StackId::kRoot;
};

bool IsLineMarker(const Node& node) {
  return node.GetSourceType() == Node::kCallback &&
         absl::string_view(node.GetFunctionNameStr()) == kLineMarkerName;
}

bool IsSameFunction(const Node& a, const Node& b) {
  return a.GetScriptId() == b.GetScriptId() &&
         a.GetColumnNumber() == b.GetColumnNumber() &&
         absl::string_view(a.GetFunctionNameStr()) == b.GetFunctionNameStr();
}

class Walk {
 public:
  Walk(const ProfilePair& profiles, const PositionMapper& mapper,
       Recording& recording)
      : profiles_(profiles),
        recording_(recording),
        symbols_(mapper, recording.symbols) {}

  WalkResult Run(const TickRing& ring, SampleShares& shares) {
    ListNodes();
    ReadSamples(ring, shares);
    MarkSampled();
    PairTheRest();
    for (size_t i = 1; i < visits_.size(); ++i) {
      if (visits_[i].is_sampled) AddStack(visits_[i]);
    }
    if (last_ != 0) result_.last_stack = visits_[last_].stack;
    return result_;
  }

 private:
  // Fills the list, parents before children, and the index.
  void ListNodes() {
    visits_.push_back({.node = profiles_.calls->GetTopDownRoot()});
    for (size_t i = 0; i < visits_.size(); ++i) {
      const Node* const node = visits_[i].node;
      index_.emplace(node, i);
      for (int child = 0; child < node->GetChildrenCount(); ++child) {
        visits_.push_back({.node = node->GetChild(child), .parent = i});
      }
    }
    visits_[0].twin = profiles_.starts->GetTopDownRoot();
  }

  // Gives each node its values, and its twin by the samples: both profiles have
  // the same ones, with the same times.
  void ReadSamples(const TickRing& ring, SampleShares& shares) {
    const v8::CpuProfile& calls = *profiles_.calls;
    const v8::CpuProfile& starts = *profiles_.starts;
    std::vector<int64_t> times;
    std::vector<size_t> places;
    int other = 0;
    for (int i = 0; i < calls.GetSamplesCount(); ++i) {
      const int64_t time = calls.GetSampleTimestamp(i);
      if (time < profiles_.begin_us || time >= profiles_.end_us) continue;
      times.push_back(time);
      places.push_back(index_.at(calls.GetSample(i)));
      while (other < starts.GetSamplesCount() &&
             starts.GetSampleTimestamp(other) < time) {
        ++other;
      }
      if (other < starts.GetSamplesCount() &&
          starts.GetSampleTimestamp(other) == time) {
        Pair(places.back(), starts.GetSample(other));
        ++other;
      }
    }
    shares.Join(ring, times, profiles_.end_us,
                [&](size_t i, const BusyTime& share, const Tick& tick) {
                  Take(places[i], share,
                       1 + tick.unticked_ns / (profiles_.interval_us * 1000));
                });
  }

  // The two nodes, and those above them, are twins.
  void Pair(size_t place, const Node* twin) {
    while (twin != nullptr && visits_[place].twin == nullptr) {
      if (!IsSameFunction(*visits_[place].node, *twin)) return;
      visits_[place].twin = twin;
      place = visits_[place].parent;
      twin = twin->GetParent();
    }
  }

  void Take(size_t place, const BusyTime& share, int64_t samples) {
    result_.samples += samples;
    Visit& visit = visits_[place];
    visit.values +=
        SampleValues{.samples = samples,
                     .cpu_ns = std::max<int64_t>(share.cpu_ns, 0),
                     .wall_ns = std::max<int64_t>(share.wall_ns, 0)};
    visit.is_sampled = true;
    last_ = place;
  }

  void MarkSampled() {
    for (size_t i = visits_.size() - 1; i > 0; --i) {
      if (visits_[i].is_sampled) visits_[visits_[i].parent].is_sampled = true;
    }
  }

  // Twins for those whose samples came too late for `starts`: the only child of
  // the parent's twin that can be it.
  void PairTheRest() {
    for (size_t i = 1; i < visits_.size(); ++i) {
      Visit& visit = visits_[i];
      const Node* const parent = visits_[visit.parent].twin;
      if (!visit.is_sampled || visit.twin != nullptr || parent == nullptr) {
        continue;
      }
      int candidates = 0;
      for (int child = 0; child < parent->GetChildrenCount(); ++child) {
        const Node* const candidate = parent->GetChild(child);
        if (!IsSameFunction(*visit.node, *candidate)) continue;
        visit.twin = candidate;
        ++candidates;
      }
      if (candidates != 1) visit.twin = nullptr;
    }
  }

  void AddStack(Visit& visit) {
    Visit& parent = visits_[visit.parent];
    visit.function = Describe(visit);
    visit.callers = visit.parent == 0
                        ? StackId::kRoot
                        : PushFrame(parent, CallLine(parent, visit));
    if (visit.values.samples == 0) return;
    if (!IsLineMarker(*visit.node)) {
      SpreadOverLines(visit);
      return;
    }
    visit.stack = visit.callers;
    if (visit.stack == StackId::kRoot) {
      // V8 found no caller of it.
      visit.function.name = "(program)";
      visit.stack = PushFrame(visit, 0);
    }
    recording_.samples.Add(visit.stack, visit.values);
  }

  static EngineFunction Describe(const Visit& visit) {
    EngineFunction function;
    function.name = visit.node->GetFunctionNameStr();
    if (visit.node->GetSourceType() != Node::kScript) return function;
    function.script = visit.node->GetScriptResourceNameStr();
    function.script_id = visit.node->GetScriptId();
    function.column = visit.node->GetColumnNumber();
    function.line = visit.twin != nullptr ? visit.twin->GetLineNumber() : 0;
    return function;
  }

  // The line that `parent` was on when it called `child`; 0 if V8 does not know
  // it. V8 then gives the line where the child starts instead. Where that can
  // be, this line is believed only if the child may stand in the parent's text,
  // and not of a parent of which V8 has no lines at all.
  int CallLine(const Visit& parent, const Visit& child) const {
    const int line = child.node->GetLineNumber();
    if (child.function.script_id == 0 || line != child.function.line) {
      return line;
    }
    // rt's own modules, out of the snapshot, have no lines.
    if (profiles_.lines == KnownLines::kAll &&
        !absl::StartsWith(parent.function.script, "rt:")) {
      return line;
    }
    const bool may_be_inside =
        parent.function.line != 0 &&
        child.function.script_id == parent.function.script_id &&
        child.function.line >= parent.function.line;
    return may_be_inside ? line : 0;
  }

  StackId PushFrame(const Visit& visit, int line) {
    return recording_.samples.Push(visit.callers,
                                   symbols_.Frame(visit.function, line));
  }

  void SpreadOverLines(Visit& visit) {
    std::vector<Node::LineTick> ticks(visit.node->GetHitLineCount());
    if (visit.function.script_id == 0 || ticks.empty() ||
        !visit.node->GetLineTicks(ticks.data(),
                                  static_cast<unsigned>(ticks.size()))) {
      visit.stack = PushFrame(visit, 0);
      recording_.samples.Add(visit.stack, visit.values);
      return;
    }
    int64_t hits = 0;
    for (const Node::LineTick& tick : ticks) hits += tick.hit_count;
    // Each line takes its part of what is left, so that the parts are the
    // whole.
    SampleValues left = visit.values;
    for (const Node::LineTick& tick : ticks) {
      const auto part = [&](int64_t value) {
        return static_cast<int64_t>(static_cast<double>(value) *
                                    tick.hit_count / static_cast<double>(hits));
      };
      SampleValues values = {part(left.samples), part(left.cpu_ns),
                             part(left.wall_ns)};
      if (hits == tick.hit_count) values = left;
      hits -= tick.hit_count;
      left.samples -= values.samples;
      left.cpu_ns -= values.cpu_ns;
      left.wall_ns -= values.wall_ns;
      if (values == SampleValues()) continue;
      visit.stack = PushFrame(visit, tick.line);
      recording_.samples.Add(visit.stack, values);
    }
  }

  const ProfilePair& profiles_;
  Recording& recording_;
  FunctionSymbols symbols_;
  std::vector<Visit> visits_;
  absl::flat_hash_map<const Node*, size_t> index_;
  // The place of the last sample; 0 if there was none.
  size_t last_ = 0;
  WalkResult result_;
};

}  // namespace

WalkResult WalkProfile(const ProfilePair& profiles, const TickRing& ring,
                       const PositionMapper& mapper, SampleShares& shares,
                       Recording& recording) {
  return Walk(profiles, mapper, recording).Run(ring, shares);
}

}  // namespace rt
