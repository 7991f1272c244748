#include "host/profile_parts.h"

#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "runtime/loop/signals.h"

namespace rt {
namespace {

constexpr int kPartSignal = SIGUSR2;

// Who gets the signal. It is taken from its default action for the rest of the
// process's life: one that comes as the process ends must not kill it.
class PartSignal {
 public:
  static PartSignal& Get() {
    static PartSignal* const signal = new PartSignal;
    return *signal;
  }

  void set_target(ProfileParts* target) {
    absl::MutexLock lock(&mutex_);
    target_ = target;
  }

 private:
  PartSignal() {
    if (IsSignalIgnored(kPartSignal)) return;
    absl::StatusOr<SignalSubscription> subscription = SignalSubscription::Start(
        kPartSignal, SignalSubscription::Rank::kStandIn, [this](int) {
          absl::MutexLock lock(&mutex_);
          if (target_ != nullptr) target_->RequestPart();
        });
    // Without it the signal has its default action: the run itself goes on.
    if (subscription.ok()) subscription_.emplace(*std::move(subscription));
  }

  absl::Mutex mutex_;
  ProfileParts* target_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::optional<SignalSubscription> subscription_;
};

}  // namespace

bool IsReplaceable(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
}

std::string PartPath(const std::string& path, int64_t number) {
  const std::filesystem::path whole(path);
  std::filesystem::path part = whole.stem();
  part += absl::StrCat(".", number);
  part += whole.extension();
  return whole.parent_path() / part;
}

ProfileSummary SummaryOf(const ProfileSession::Summary& summary) {
  return {.path = summary.path,
          .realms = summary.realms,
          .incomplete = summary.incomplete,
          .samples = summary.samples,
          .cpu_ns = summary.cpu_ns};
}

ProfileParts::ProfileParts(ProfileSession& session,
                           const ProfileOptions& options, const Warn& warn)
    : session_(session), options_(options), warn_(warn) {
  if (options_.on_part == nullptr && !options_.checkpoint_s.has_value()) return;
  absl::StatusOr<Thread> thread =
      Thread::Start("profile parts", [this] { Run(); });
  if (!thread.ok()) {
    if (warn_ != nullptr) {
      warn_(absl::StrCat("no profile is written before the end: ",
                         thread.status().message()));
    }
    return;
  }
  thread_.emplace(*std::move(thread));
  if (options_.on_part != nullptr) PartSignal::Get().set_target(this);
}

ProfileParts::~ProfileParts() {
  if (!thread_.has_value()) return;
  PartSignal::Get().set_target(nullptr);
  {
    absl::MutexLock lock(&mutex_);
    is_over_ = true;
  }
  thread_->Join();
}

void ProfileParts::RequestPart() {
  absl::MutexLock lock(&mutex_);
  ++requests_;
}

void ProfileParts::Run() {
  const absl::Duration period = options_.checkpoint_s.has_value()
                                    ? absl::Seconds(*options_.checkpoint_s)
                                    : absl::InfiniteDuration();
  absl::Time next = absl::Now() + period;
  for (;;) {
    bool is_part = false;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.AwaitWithDeadline(absl::Condition(this, &ProfileParts::IsWanted),
                               next);
      // What was asked for before the end is answered.
      if (is_over_ && requests_ == 0) return;
      is_part = requests_ > 0;
      if (is_part) --requests_;
    }
    if (is_part) WritePart();
    if (absl::Now() < next) continue;
    WriteCheckpoint();
    next = std::max(next, absl::Now() - period) + period;
  }
}

void ProfileParts::WriteCheckpoint() {
  const absl::Status status = session_.WriteSoFar(options_.path).status();
  if (status.ok() || absl::IsCancelled(status) || has_warned_) return;
  has_warned_ = true;
  if (warn_ == nullptr) return;
  warn_(
      absl::StrCat("a checkpoint of the profile failed, and the one before "
                   "stays; further ones are tried in silence: ",
                   status.message()));
}

void ProfileParts::WritePart() {
  const std::string path = PartPath(options_.path, ++parts_);
  if (!IsReplaceable(options_.path)) {
    options_.on_part(absl::FailedPreconditionError(absl::StrCat(
        "no profile so far is written: ", options_.path,
        " is no regular file, beside which it would be; name another one with "
        "--profile-out")));
    return;
  }
  absl::StatusOr<ProfileSession::Summary> summary = session_.WriteSoFar(path);
  if (summary.ok()) {
    options_.on_part(SummaryOf(*summary));
  } else if (absl::IsCancelled(summary.status())) {
    options_.on_part(absl::CancelledError(
        absl::StrCat(path, " is not written: the program has ended, and ",
                     options_.path, " has all of it")));
  } else {
    options_.on_part(summary.status());
  }
}

}  // namespace rt
