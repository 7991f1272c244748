#include "profiler/model/sample_tree.h"

#include <limits>

namespace rt {
namespace {

// The root is no child of any stack and has no frame.
constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

}  // namespace

SampleTree::SampleTree() {
  stacks_.Intern({StackId{kNone}, FrameId{kNone}});
  values_.emplace_back();
}

void SampleTree::Add(const SampleLog& log, const std::vector<FrameId>& frames) {
  // The first log is nearly all of what a realm without rotation ever adds.
  if (size() == 1) {
    stacks_.Reserve(1 + log.entries().size());
    values_.reserve(1 + log.entries().size());
  }

  std::vector<StackId> here = {StackId::kRoot};  // by the log's StackId
  here.reserve(1 + log.entries().size());
  for (const SampleLog::Entry& entry : log.entries()) {
    const StackId stack =
        stacks_.Intern({here[static_cast<size_t>(entry.parent)],
                        frames[static_cast<size_t>(entry.frame)]});
    if (values_.size() < stacks_.size()) values_.emplace_back();
    values_[static_cast<size_t>(stack)] += entry.values;
    here.push_back(stack);
  }
}

}  // namespace rt
