#include "profiler/pprof/profile_accumulator.h"

#include <utility>

namespace rt {

void ProfileAccumulator::Commit(Recording recording) {
  {
    absl::MutexLock lock(&queue_mutex_);
    queue_.push_back(std::move(recording));
  }
  // Else whoever comes next adds it.
  if (!mutex_.TryLock()) return;
  AddQueued();
  mutex_.Unlock();
}

void ProfileAccumulator::AddQueued() {
  std::vector<Recording> queued;
  {
    absl::MutexLock lock(&queue_mutex_);
    queued.swap(queue_);
  }
  for (Recording& recording : queued) data_.Add(std::move(recording));
}

void ProfileAccumulator::Read(
    absl::FunctionRef<void(const ProfileData&)> reader) {
  absl::MutexLock lock(&mutex_);
  AddQueued();
  reader(data_);
}

}  // namespace rt
