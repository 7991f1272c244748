#include "profiler/cpu/profile_session.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "profiler/cpu/realm_profile.h"
#include "profiler/cpu/realm_recorder.h"
#include "profiler/cpu/sampling_interval.h"
#include "profiler/pprof/profile_writer.h"
#include "runtime/base/clock.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/platform.h"

namespace rt {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(1);
// Where someone already waited for the process to end.
constexpr absl::Duration kImpatience = absl::Milliseconds(300);

// Answers a question in the realm that it was put to, where that is still
// registered. The State<Answering>() of its isolate.
struct Answering {
  explicit Answering(IsolateHost& /*host*/) {}
  absl::AnyInvocable<void()> answer;
};

void Answer(v8::Isolate* isolate) {
  Answering& answering = StateOf<Answering>(isolate);
  if (answering.answer != nullptr) answering.answer();
}

}  // namespace

// One realm's place in the session.
class ProfileSession::Registration : public RealmObservation {
 public:
  Registration(ProfileSession* session, RealmLabels labels, bool is_main)
      : session_(session),
        host_(IsolateHost::Of(v8::Isolate::GetCurrent())),
        labels_(std::move(labels)),
        is_main_(is_main),
        complete_until_ns_(MonotonicNanos()) {}

  // Registered, and not before: on the realm's thread, as all below that says
  // nothing else.
  void Record() {
    // Segment by segment, so that one that gets stuck keeps what it did before.
    recorder_ = RealmRecorder::Start(
        host_, session_->options_.interval_us,
        session_->options_.exact ? KnownLines::kAll : KnownLines::kSome,
        [this](Recording recording, int64_t until_ns) {
          Commit(std::move(recording), until_ns);
        });
    if (recorder_ == nullptr) {
      comment_ = absl::StrCat(
          labels_.thread,
          ": not recorded, V8 refused to or the system has no timer left "
          "(ulimit -i)");
    }
    host_.State<Answering>().answer = [this] { GivePart(); };
  }

  ~Registration() override {
    host_.State<Answering>().answer = nullptr;
    if (recorder_ != nullptr) Commit(recorder_->Finish());
    session_->OnRealmEnd(*this, is_main_, recorder_ != nullptr);
    if (is_main_) session_->written_ = session_->Write(kPatience);
  }

  // Asks for what is recorded so far. Any thread, with the session's mutex. The
  // interrupt is for JavaScript that runs, the task for a loop that waits;
  // whichever comes first answers.
  void Ask() {
    is_asked_ = true;
    asked_ns_ = MonotonicNanos();
    host_.RequestInterrupt(
        [](v8::Isolate* isolate, void* /*data*/) { Answer(isolate); }, nullptr);
    // The loop drops its tasks before its isolate goes.
    host_.loop().PostControl([host = &host_] {
      IsolateScope scope(*host);
      Answer(scope.isolate());
    });
  }

  // The two below with the session's mutex. Whether it gave nothing since it
  // was asked last.
  bool IsIncomplete() const {
    return recorder_ != nullptr && complete_until_ns_ < asked_ns_;
  }
  // For the profile's comments.
  std::string Comment() const {
    if (!IsIncomplete()) return comment_;
    return absl::StrCat(
        comment_.empty() ? absl::StrCat(labels_.thread, ": ") : comment_ + "; ",
        "its last ", (MonotonicNanos() - complete_until_ns_) / 1'000'000,
        " ms are missing, since it gave no answer");
  }

  // The session's, with its mutex.
  bool is_asked_ = false;
  bool is_awaited_ = false;

 private:
  void GivePart() {
    {
      absl::MutexLock lock(&session_->mutex_);
      if (!is_asked_) return;
    }
    if (recorder_ != nullptr) {
      std::optional<RealmRecorder::Result> part = recorder_->Take();
      if (part.has_value()) Commit(*std::move(part));
    }
    absl::MutexLock lock(&session_->mutex_);
    session_->OnAnswer(*this);
  }

  void Commit(RealmRecorder::Result result) {
    const std::string comment = TicksComment(labels_, result);
    Commit(std::move(result.recording), MonotonicNanos());
    absl::MutexLock lock(&session_->mutex_);
    comment_ = comment;
  }

  void Commit(Recording recording, int64_t until_ns) {
    recording.labels = labels_;
    session_->accumulator_.Commit(std::move(recording));
    absl::MutexLock lock(&session_->mutex_);
    complete_until_ns_ = until_ns;
  }

  ProfileSession* const session_;
  IsolateHost& host_;
  const RealmLabels labels_;
  const bool is_main_;
  std::unique_ptr<RealmRecorder> recorder_;
  // With the session's mutex.
  int64_t asked_ns_ = 0;
  int64_t complete_until_ns_;
  std::string comment_;
};

void ProfileSession::OnRealmEnd(const Registration& realm, bool is_main,
                                bool is_recorded) {
  absl::MutexLock lock(&mutex_);
  const auto place = std::find(running_.begin(), running_.end(), &realm);
  OnAnswer(**place);
  running_.erase(place);
  if (is_recorded) ++recorded_;
  if (is_main) finishing_ = true;
  comments_.push_back(realm.Comment());
}

void ProfileSession::OnAnswer(Registration& realm) {
  realm.is_asked_ = false;
  if (std::exchange(realm.is_awaited_, false)) --awaited_;
}

void ProfileSession::AskAll(bool again) {
  awaited_ = 0;
  for (Registration* const realm : running_) {
    realm->is_awaited_ = again || !realm->is_asked_;
    if (realm->is_awaited_) ++awaited_;
    if (!realm->is_asked_) realm->Ask();
  }
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
std::vector<std::string> ProfileSession::EngineFlags(bool exact) {
  if (!exact) return {};
  return {"--always-sparkplug", "--no-maglev"};
}

ProfileSession::ProfileSession(Options options)
    : options_(std::move(options)),
      started_wall_ns_(WallNanos()),
      started_ns_(MonotonicNanos()) {}

ProfileSession::~ProfileSession() = default;

std::unique_ptr<RealmObservation> ProfileSession::OnRealmStart(
    const RealmInfo& info) {
  std::unique_ptr<Registration> realm;
  {
    absl::MutexLock lock(&mutex_);
    if (finishing_) return nullptr;
    realm = std::make_unique<Registration>(this, LabelsOf(info, labels_),
                                           info.kind == "main");
    running_.push_back(realm.get());
  }
  realm->Record();
  return realm;
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::WriteSoFar(
    const std::string& path) {
  absl::MutexLock file_lock(&file_mutex_);
  {
    absl::MutexLock lock(&mutex_);
    // One that has not answered an earlier question will, and is not waited for
    // again: else one that sits in a native function would hold up every file.
    if (!finishing_) AskAll(/*again=*/false);
    mutex_.AwaitWithTimeout(
        absl::Condition(this, &ProfileSession::AllAnsweredOrOver), kPatience);
    if (finishing_) return absl::CancelledError();
  }
  return WriteFile(path, &stop_parts_);
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::Finish() {
  return written_.has_value() ? *std::move(written_) : Write(kPatience);
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::FinishWithoutMain() {
  return Write(kImpatience);
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::Write(
    absl::Duration patience) {
  {
    absl::MutexLock lock(&mutex_);
    finishing_ = true;
    stop_parts_ = true;
    AskAll(/*again=*/true);
    mutex_.AwaitWithTimeout(absl::Condition(this, &ProfileSession::AllAnswered),
                            patience);
  }
  absl::MutexLock lock(&file_mutex_);
  return WriteFile(options_.path, nullptr);
}

absl::StatusOr<ProfileSession::Summary> ProfileSession::WriteFile(
    const std::string& path, const std::atomic<bool>* stop) {
  Summary summary;
  summary.path = path;
  ProfileHeader header;
  header.time_ns = started_wall_ns_;
  header.period_ns =
      int64_t{RoundSamplingInterval(options_.interval_us)} * 1000;
  header.program = options_.program;
  {
    absl::MutexLock lock(&mutex_);
    summary.realms = recorded_ + static_cast<int64_t>(running_.size());
    header.comments = {
        absl::StrCat("rt ", options_.rt_version, ", V8 ", EngineVersion()),
        absl::StrCat("realms: ", summary.realms)};
    if (!options_.exact) {
      header.comments.emplace_back(
          "not exact: V8 knows no lines of some of the code that ran");
    }
    header.comments.insert(header.comments.end(), comments_.begin(),
                           comments_.end());
    for (const Registration* const realm : running_) {
      header.comments.push_back(realm->Comment());
      if (realm->IsIncomplete()) ++summary.incomplete;
    }
  }
  header.duration_ns = MonotonicNanos() - started_ns_;
  absl::Status status;
  accumulator_.Read([&](const ProfileData& data) {
    summary.samples = data.total().samples;
    summary.cpu_ns = data.total().cpu_ns;
    summary.wall_ns = data.total().wall_ns;
    status = WriteProfile(data, header, path, stop);
  });
  if (!status.ok()) return status;
  return summary;
}

}  // namespace rt
