#ifndef PROFILER_MODEL_SAMPLE_TREE_H_
#define PROFILER_MODEL_SAMPLE_TREE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/model/intern_table.h"
#include "profiler/model/sample_log.h"
#include "profiler/model/symbol_table.h"

namespace rt {

// Distinct stacks with the sum of what was measured on each. A stack is its
// caller's stack and one frame more, so stacks that begin alike share their
// beginning, and each costs the same whatever its depth.
//
// The frame ids are those of the SymbolTable that the owner keeps beside the
// tree. Not thread-safe.
class SampleTree {
 public:
  SampleTree();

  // Adds every entry of `log`; `frames` tells, by the log's frame ids, the
  // frame ids here.
  void Add(const SampleLog& log, const std::vector<FrameId>& frames);

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
      return H::combine(std::move(state), static_cast<uint64_t>(s.parent)
                                                  << 32 |
                                              static_cast<uint64_t>(s.frame));
    }
  };

  InternTable<Stack, StackId> stacks_;
  std::vector<SampleValues> values_;  // by StackId
};

}  // namespace rt

#endif  // PROFILER_MODEL_SAMPLE_TREE_H_
