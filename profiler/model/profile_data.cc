#include "profiler/model/profile_data.h"

#include <cstdint>
#include <utility>

namespace rt {

void ProfileData::Add(Recording recording) {
  const std::vector<FrameId> frames =
      symbols_.Merge(std::move(recording.symbols));

  const auto [place, added] =
      realm_index_.try_emplace(recording.labels, realms_.size());
  if (added) realms_.push_back({std::move(recording.labels), SampleTree()});
  realms_[place->second].samples.Add(recording.samples, frames);

  for (const SampleLog::Entry& entry : recording.samples.entries()) {
    total_ += entry.values;
  }
}

}  // namespace rt
