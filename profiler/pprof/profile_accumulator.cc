#include "profiler/pprof/profile_accumulator.h"

#include <utility>

namespace rt {

void ProfileAccumulator::Commit(Recording recording) {
  absl::MutexLock lock(&mutex_);
  data_.Add(std::move(recording));
}

void ProfileAccumulator::Read(
    absl::FunctionRef<void(const ProfileData&)> reader) const {
  absl::MutexLock lock(&mutex_);
  reader(data_);
}

}  // namespace rt
