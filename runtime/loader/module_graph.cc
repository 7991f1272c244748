#include "runtime/loader/module_graph.h"

#include <algorithm>
#include <cstddef>

#include "absl/container/flat_hash_map.h"
#include "runtime/engine/isolate_host.h"

namespace rt {
namespace {

// How deep a piece may be. V8's own limit is its stack of 984 KB.
constexpr int kMaxHeight = 256;

// Tarjan's walk for strongly connected components, which is the order that
// modules are evaluated in
// (https://tc39.es/ecma262/#sec-innermoduleevaluation), without recursion.
class GraphCut {
 public:
  explicit GraphCut(v8::Isolate* isolate) : isolate_(isolate) {}

  GraphPieces Run(ModuleRecord& root) {
    Enter(root);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == step.record->requests.size()) {
        Leave();
        continue;
      }
      ModuleRecord& child = *step.record->requests[step.next++];
      if (IsDone(child)) continue;
      const auto known = nodes_.find(&child);
      if (known == nodes_.end()) {
        Enter(child);
      } else if (known->second.open) {
        Node& node = nodes_.at(step.record);
        node.lowest = std::min(node.lowest, known->second.index);
        node.height = std::max(node.height, 1 + HeightOf(known->second));
      } else {
        Node& node = nodes_.at(step.record);
        node.height = std::max(node.height, 1 + HeightOf(known->second));
      }
    }
    pieces_.insert(pieces_.end(), pending_.begin(), pending_.end());
    return {std::move(pieces_), largest_cycle_};
  }

 private:
  struct Node {
    size_t index = 0;   // the walk's order
    size_t lowest = 0;  // the earliest node that it reaches in its component
    bool open = true;   // its component is not complete
    bool left = false;  // all below it was walked
    int height = 1;     // modules on the longest way down, as far as walked
    size_t pieces = 0;  // how many pieces there were when it was left
    size_t mark = 0;  // how many were pending or in pieces when it was entered
  };
  struct Step {
    ModuleRecord* record;
    size_t next = 0;
  };

  // Evaluated before, by another import.
  bool IsDone(const ModuleRecord& record) const {
    v8::HandleScope handles(isolate_);
    return record.module.Get(isolate_)->GetStatus() >= v8::Module::kEvaluating;
  }

  // What is in a piece already has no height.
  int HeightOf(const Node& node) const {
    return node.left && node.pieces == pieces_.size() ? node.height : 0;
  }

  void Enter(ModuleRecord& record) {
    Node& node = nodes_[&record];
    node.index = node.lowest = nodes_.size();
    node.mark = pieces_.size() + pending_.size();
    path_.push_back({&record});
    component_.push_back(&record);
  }

  void Leave() {
    ModuleRecord& record = *path_.back().record;
    path_.pop_back();
    Node& node = nodes_.at(&record);
    node.left = true;
    node.pieces = pieces_.size();
    ++waiting_;
    if (node.lowest == node.index) Complete(record, node);
    if (path_.empty()) return;
    Node& parent = nodes_.at(path_.back().record);
    parent.lowest = std::min(parent.lowest, node.lowest);
    parent.height = std::max(parent.height, 1 + HeightOf(node));
  }

  // The component that was entered at `record` is complete.
  void Complete(ModuleRecord& record, Node& node) {
    size_t members = 0;
    while (true) {
      ++members;
      ModuleRecord* const member = component_.back();
      component_.pop_back();
      nodes_.at(member).open = false;
      --waiting_;
      if (member == &record) break;
    }
    largest_cycle_ = std::max(largest_cycle_, members);
    // It stands for all that is below it and not in a piece.
    const size_t mark = std::max(node.mark, pieces_.size()) - pieces_.size();
    pending_.resize(std::min(pending_.size(), mark));
    pending_.push_back(&record);
    // Where a module was left whose component is open, it comes before `record`
    // and cannot come alone.
    if (node.height < kMaxHeight || waiting_ > 0) return;
    pieces_.insert(pieces_.end(), pending_.begin(), pending_.end());
    pending_.clear();
  }

  v8::Isolate* const isolate_;
  absl::flat_hash_map<const ModuleRecord*, Node> nodes_;
  std::vector<Step> path_;
  std::vector<ModuleRecord*> component_;
  size_t waiting_ = 0;  // left, but open
  std::vector<ModuleRecord*> pending_;
  std::vector<ModuleRecord*> pieces_;
  size_t largest_cycle_ = 0;
};

}  // namespace

GraphPieces CutGraph(v8::Isolate* isolate, ModuleRecord& root) {
  return GraphCut(isolate).Run(root);
}

}  // namespace rt
