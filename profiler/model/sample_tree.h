#ifndef PROFILER_MODEL_SAMPLE_TREE_H_
#define PROFILER_MODEL_SAMPLE_TREE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/model/intern_table.h"
#include "profiler/model/symbol_table.h"

namespace rt {

// What was measured on one stack. None may be negative.
struct SampleValues {
  // How many ticks of the sampler found this stack.
  int64_t samples = 0;
  // CPU time and wall time, in nanoseconds.
  int64_t cpu_ns = 0;
  int64_t wall_ns = 0;

  SampleValues& operator+=(const SampleValues& other) {
    samples += other.samples;
    cpu_ns += other.cpu_ns;
    wall_ns += other.wall_ns;
    return *this;
  }
  friend bool operator==(const SampleValues&, const SampleValues&) = default;
};

// A stack's place in its tree. kRoot is the stack without a frame.
enum class StackId : uint32_t { kRoot = 0 };

// Stacks with what was measured on them. A stack is its caller's stack and one
// frame more, so stacks that begin alike share their beginning, and a call tree
// is put in node by node, parent before child, at a constant cost a node.
//
// The frame ids are those of the SymbolTable that the owner keeps beside the
// tree. Not thread-safe.
class SampleTree {
 public:
  SampleTree();

  // The stack in which `frame` runs on top of `parent`. The same arguments give
  // the same id.
  StackId Push(StackId parent, FrameId frame);

  // Adds to what was measured with `stack` as the whole stack, its last pushed
  // frame being the one that ran.
  void Add(StackId stack, const SampleValues& values);

  // How many stacks there are, the root included. Ids are below it, and a
  // parent's id is below its children's.
  size_t size() const { return stacks_.size(); }

  // Of a stack other than the root.
  StackId parent(StackId stack) const { return stacks_[stack].parent; }
  FrameId frame(StackId stack) const { return stacks_[stack].frame; }

  const SampleValues& values(StackId stack) const {
    return values_[static_cast<size_t>(stack)];
  }

 private:
  struct Stack {
    StackId parent;
    FrameId frame;

    friend bool operator==(const Stack&, const Stack&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Stack& s) {
      return H::combine(std::move(state), s.parent, s.frame);
    }
  };

  InternTable<Stack, StackId> stacks_;
  std::vector<SampleValues> values_;  // by StackId
};

}  // namespace rt

#endif  // PROFILER_MODEL_SAMPLE_TREE_H_
