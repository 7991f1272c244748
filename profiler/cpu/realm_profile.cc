#include "profiler/cpu/realm_profile.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "profiler/cpu/sampling_interval.h"
#include "profiler/model/profile_data.h"
#include "profiler/pprof/profile_writer.h"
#include "runtime/base/clock.h"
#include "runtime/base/file_url.h"
#include "runtime/engine/platform.h"

namespace rt {

RealmLabels LabelsOf(const RealmInfo& info, ThreadLabels& labels) {
  return {.thread = labels.Assign({.number = static_cast<int64_t>(info.id),
                                   .name = info.name,
                                   .entry = info.entry}),
          .thread_id = syscall(SYS_gettid),
          .realm_kind = info.kind};
}

std::string TicksComment(const RealmLabels& labels,
                         const RealmRecorder::Result& result) {
  return absl::StrCat(labels.thread, ": ", result.expected_ticks,
                      " ticks expected, ",
                      result.expected_ticks - result.taken_ticks, " lost");
}

absl::StatusOr<std::unique_ptr<RealmProfile>> RealmProfile::Start(
    IsolateHost& host, const RealmInfo& info, int interval_us) {
  std::unique_ptr<RealmRecorder> recorder =
      RealmRecorder::Start(host, interval_us);
  if (recorder == nullptr) {
    return absl::ResourceExhaustedError(
        "V8 cannot run more profiles in this realm, or the system has no timer "
        "left (ulimit -i)");
  }
  return absl::WrapUnique(
      new RealmProfile(info, interval_us, std::move(recorder)));
}

RealmProfile::RealmProfile(const RealmInfo& info, int interval_us,
                           std::unique_ptr<RealmRecorder> recorder)
    : info_(info),
      interval_us_(interval_us),
      started_wall_ns_(WallNanos()),
      started_ns_(MonotonicNanos()),
      recorder_(std::move(recorder)) {}

std::string RealmProfile::Stop() {
  RealmRecorder::Result result = recorder_->Finish();
  ThreadLabels labels;
  result.recording.labels = LabelsOf(info_, labels);
  const ProfileHeader header = {
      .time_ns = started_wall_ns_,
      .duration_ns = MonotonicNanos() - started_ns_,
      .period_ns = int64_t{RoundSamplingInterval(interval_us_)} * 1000,
      .program = DisplayPath(info_.entry),
      .comments = {absl::StrCat("V8 ", EngineVersion()),
                   TicksComment(result.recording.labels, result)}};
  ProfileData data;
  data.Add(std::move(result.recording));
  return EncodeProfile(data, header);
}

}  // namespace rt
