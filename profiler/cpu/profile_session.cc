#include "profiler/cpu/profile_session.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "profiler/cpu/realm_profile.h"
#include "profiler/cpu/realm_recorder.h"
#include "profiler/cpu/sampling_interval.h"
#include "profiler/pprof/profile_writer.h"
#include "runtime/base/clock.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/platform.h"

namespace rt {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(2);

}  // namespace

// One realm's place in the session.
class ProfileSession::Registration : public RealmObservation {
 public:
  Registration(ProfileSession* session, RealmLabels labels, bool is_main)
      : session_(session),
        labels_(std::move(labels)),
        is_main_(is_main),
        recorder_(RealmRecorder::Start(
            IsolateHost::Of(v8::Isolate::GetCurrent()),
            session->options_.interval_us, KnownLines::kAll)) {}

  ~Registration() override {
    std::string comment =
        absl::StrCat(labels_.thread, ": not recorded, V8 refused to");
    if (recorder_ != nullptr) {
      RealmRecorder::Result result = recorder_->Finish();
      comment = TicksComment(labels_, result);
      result.recording.labels = labels_;
      session_->accumulator_.Commit(std::move(result.recording));
    }
    session_->OnRealmEnd(labels_.thread, is_main_, recorder_ != nullptr,
                         comment);
    if (is_main_) session_->written_ = session_->Write();
  }

 private:
  ProfileSession* const session_;
  const RealmLabels labels_;
  const bool is_main_;
  const std::unique_ptr<RealmRecorder> recorder_;
};

void ProfileSession::OnRealmEnd(const std::string& thread, bool is_main,
                                bool is_recorded, const std::string& comment) {
  absl::MutexLock lock(&mutex_);
  running_.erase(std::find(running_.begin(), running_.end(), thread));
  if (is_recorded) ++recorded_;
  if (is_main) finishing_ = true;
  comments_.push_back(comment);
}

// V8 knows the line of a frame in two of its four kinds of code.
//
// Of a frame in the interpreter it takes the offset of the bytecode that runs
// for a return address, which lies behind the call, and so finds the line of
// what came before: `main();` at the end of a file is on the line of the
// statement above it. Maglev's code has no source positions for the most part,
// so that neither lines nor inlined functions are known there.
//
// So functions are compiled to baseline code when they are first called, and go
// straight to TurboFan's code from there.
std::vector<std::string> ProfileSession::EngineFlags() {
  return {"--always-sparkplug", "--no-maglev"};
}

ProfileSession::ProfileSession(Options options)
    : options_(std::move(options)),
      started_wall_ns_(WallNanos()),
      started_ns_(MonotonicNanos()) {}

ProfileSession::~ProfileSession() = default;

std::unique_ptr<RealmObservation> ProfileSession::OnRealmStart(
    const RealmInfo& info) {
  RealmLabels labels;
  {
    absl::MutexLock lock(&mutex_);
    if (finishing_) return nullptr;
    labels = LabelsOf(info, labels_);
    running_.push_back(labels.thread);
  }
  return std::make_unique<Registration>(this, std::move(labels),
                                        info.kind == "main");
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::Finish() {
  return written_.has_value() ? *std::move(written_) : Write();
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::Write() {
  Summary summary;
  summary.path = options_.path;
  ProfileHeader header;
  header.time_ns = started_wall_ns_;
  header.period_ns =
      int64_t{RoundSamplingInterval(options_.interval_us)} * 1000;
  header.program = options_.program;
  {
    absl::MutexLock lock(&mutex_);
    finishing_ = true;
    mutex_.AwaitWithTimeout(absl::Condition(this, &ProfileSession::AllGone),
                            kPatience);
    summary.realms = recorded_;
    header.comments = {
        absl::StrCat("rt ", options_.rt_version, ", V8 ", EngineVersion()),
        absl::StrCat("realms: ", recorded_)};
    header.comments.insert(header.comments.end(), comments_.begin(),
                           comments_.end());
    for (const std::string& thread : running_) {
      header.comments.push_back(absl::StrCat(
          thread, ": still running at the end of the profile, not recorded"));
    }
  }
  header.duration_ns = MonotonicNanos() - started_ns_;
  absl::Status status;
  accumulator_.Read([&](const ProfileData& data) {
    summary.samples = data.total().samples;
    summary.cpu_ns = data.total().cpu_ns;
    summary.wall_ns = data.total().wall_ns;
    status = WriteProfile(data, header, options_.path);
  });
  if (!status.ok()) return status;
  return summary;
}

}  // namespace rt
