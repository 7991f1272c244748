#ifndef PROFILER_PPROF_PROFILE_ACCUMULATOR_H_
#define PROFILER_PPROF_PROFILE_ACCUMULATOR_H_

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/synchronization/mutex.h"
#include "profiler/model/profile_data.h"
#include "profiler/model/recording.h"

namespace rt {

// The one place where the recordings of all realms of a process come together.
// Each realm walks its V8 profile into a Recording of its own, with no lock,
// and commits that whole: a profile never holds a part of a recording.
//
// Owned by the profile session, which reads it once all realms have finished
// (or earlier, for a checkpoint). Any thread.
class ProfileAccumulator {
 public:
  // Adds `recording`. A realm may commit any number of times under the same
  // labels; its stacks are then added up.
  void Commit(Recording recording) ABSL_LOCKS_EXCLUDED(mutex_);

  // Calls `reader` with all that was committed so far. Commits wait until it
  // has returned; it must not call this object again nor keep the reference.
  void Read(absl::FunctionRef<void(const ProfileData&)> reader) const
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  mutable absl::Mutex mutex_;
  ProfileData data_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // PROFILER_PPROF_PROFILE_ACCUMULATOR_H_
