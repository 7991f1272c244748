#ifndef PROFILER_PPROF_PROFILE_ACCUMULATOR_H_
#define PROFILER_PPROF_PROFILE_ACCUMULATOR_H_

#include <vector>

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
// (or earlier, for a profile so far). Any thread.
class ProfileAccumulator {
 public:
  // Adds `recording`. A realm may commit any number of times under the same
  // labels; its stacks are then added up. Does not wait for a reader, which may
  // be writing to a slow disk: what comes meanwhile is for the next one.
  void Commit(Recording recording) ABSL_LOCKS_EXCLUDED(mutex_, queue_mutex_);

  // Calls `reader` with all that was committed before. It must not call this
  // object again nor keep the reference. Readers wait for each other.
  void Read(absl::FunctionRef<void(const ProfileData&)> reader)
      ABSL_LOCKS_EXCLUDED(mutex_, queue_mutex_);

 private:
  void AddQueued() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_)
      ABSL_LOCKS_EXCLUDED(queue_mutex_);

  absl::Mutex mutex_;
  ProfileData data_ ABSL_GUARDED_BY(mutex_);
  absl::Mutex queue_mutex_ ABSL_ACQUIRED_AFTER(mutex_);
  // What was committed and is not in `data_`.
  std::vector<Recording> queue_ ABSL_GUARDED_BY(queue_mutex_);
};

}  // namespace rt

#endif  // PROFILER_PPROF_PROFILE_ACCUMULATOR_H_
