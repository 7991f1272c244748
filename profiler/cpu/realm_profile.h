#ifndef PROFILER_CPU_REALM_PROFILE_H_
#define PROFILER_CPU_REALM_PROFILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/cpu/realm_recorder.h"
#include "profiler/model/realm_labels.h"
#include "profiler/model/thread_labels.h"
#include "runtime/observe/realm_observer.h"

namespace rt {

// The labels of the realm `info`, which runs on the calling thread.
RealmLabels LabelsOf(const RealmInfo& info, ThreadLabels& labels);

// One line on how complete a recording is, for a profile's comments.
std::string TicksComment(const RealmLabels& labels,
                         const RealmRecorder::Result& result);

// A profile of one realm that its own code asked for (rt:profiler), as complete
// bytes and with no part in the process-wide one. On the realm's thread, with
// its isolate entered; gone before the isolate is.
class RealmProfile {
 public:
  // Fails if V8 refuses to record.
  static absl::StatusOr<std::unique_ptr<RealmProfile>> Start(
      IsolateHost& host, const RealmInfo& info, int interval_us);

  // Ends it. The bytes of a profile.pb. Once.
  std::string Stop();

 private:
  RealmProfile(const RealmInfo& info, int interval_us,
               std::unique_ptr<RealmRecorder> recorder);

  const RealmInfo info_;
  const int interval_us_;
  const int64_t started_wall_ns_;
  const int64_t started_ns_;
  const std::unique_ptr<RealmRecorder> recorder_;
};

}  // namespace rt

#endif  // PROFILER_CPU_REALM_PROFILE_H_
