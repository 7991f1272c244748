#include "profiler/model/sample_tree.h"

#include <limits>

#include "runtime/base/check.h"

namespace rt {
namespace {

// The root is no child of any stack and has no frame.
constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

}  // namespace

SampleTree::SampleTree() {
  stacks_.Intern({StackId{kNone}, FrameId{kNone}});
  values_.emplace_back();
}

StackId SampleTree::Push(StackId parent, FrameId frame) {
  RT_CHECK(static_cast<size_t>(parent) < stacks_.size());
  const StackId stack = stacks_.Intern({parent, frame});
  if (values_.size() < stacks_.size()) values_.emplace_back();
  return stack;
}

void SampleTree::Add(StackId stack, const SampleValues& values) {
  RT_CHECK(stack != StackId::kRoot &&
           static_cast<size_t>(stack) < values_.size());
  RT_CHECK(values.samples >= 0 && values.cpu_ns >= 0 && values.wall_ns >= 0);
  values_[static_cast<size_t>(stack)] += values;
}

}  // namespace rt
