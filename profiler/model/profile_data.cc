#include "profiler/model/profile_data.h"

#include <cstdint>
#include <utility>

namespace rt {

void ProfileData::Add(Recording recording) {
  const std::vector<FrameId> frames = symbols_.Merge(recording.symbols);

  const auto [place, added] =
      realm_index_.try_emplace(recording.labels, realms_.size());
  if (added) realms_.push_back({std::move(recording.labels), SampleTree()});
  SampleTree& to = realms_[place->second].samples;

  // A parent's id is below its children's, so it is always known already.
  const SampleTree& from = recording.samples;
  std::vector<StackId> stacks(from.size(), StackId::kRoot);
  for (size_t i = 1; i < from.size(); ++i) {
    const StackId stack = static_cast<StackId>(i);
    stacks[i] = to.Push(stacks[static_cast<size_t>(from.parent(stack))],
                        frames[static_cast<size_t>(from.frame(stack))]);
    to.Add(stacks[i], from.values(stack));
    total_ += from.values(stack);
  }
}

}  // namespace rt
