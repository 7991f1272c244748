#ifndef PROFILER_CPU_PROFILE_SESSION_H_
#define PROFILER_CPU_PROFILE_SESSION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "profiler/model/thread_labels.h"
#include "profiler/pprof/profile_accumulator.h"
#include "runtime/observe/realm_observer.h"

namespace rt {

// The process-wide profile, `rt run --profile`: one file over all realms.
//
//   ProfileSession session({.path = "profile.pb", ...});
//   ... run the realms with session.observer() as their RealmObserver ...
//   absl::StatusOr<ProfileSession::Summary> summary = session.Finish();
//
// Each realm registers as it starts, is recorded on its own thread, and hands
// over its recording as it ends. When the main realm has done so, the session
// waits for those that have not, and writes the file: before the main realm's
// isolate is disposed of, which takes its time and could go wrong. It refuses
// to register a realm from then on: that realm runs unobserved, and is not half
// in the profile. A realm that has not handed over after two seconds is named
// in the profile's comments, and not recorded.
//
// Owned by the host; outlives every realm. observer() is for any thread,
// Finish() for the main realm's, once, when that realm has ended.
class ProfileSession : private RealmObserver {
 public:
  struct Options {
    // Where the profile goes. Replaced whole or not at all.
    std::string path;
    // Microseconds between two samples of a realm, within the limits of
    // profiler/cpu/sampling_interval.h.
    int interval_us = 1000;
    // The path of the program: the profile's "File:".
    std::string program;
    // rt's own version, for the profile's comments.
    std::string rt_version;
  };

  // What was written.
  struct Summary {
    std::string path;
    // Realms that were recorded, the main one included.
    int64_t realms = 0;
    // Sums over all samples.
    int64_t samples = 0;
    int64_t cpu_ns = 0;
    int64_t wall_ns = 0;
  };

  // The flags that InitializeEngine should get in a process that is profiled.
  static std::vector<std::string> EngineFlags();

  explicit ProfileSession(Options options);
  ~ProfileSession() override;

  RealmObserver* observer() { return this; }

  // What was written, or why it could not be: fails as WriteProfile does. If no
  // main realm ever started, writes here.
  absl::StatusOr<Summary> Finish() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  class Registration;

  std::unique_ptr<RealmObservation> OnRealmStart(const RealmInfo& info) override
      ABSL_LOCKS_EXCLUDED(mutex_);

  void OnRealmEnd(const std::string& thread, bool is_main, bool is_recorded,
                  const std::string& comment) ABSL_LOCKS_EXCLUDED(mutex_);

  absl::StatusOr<Summary> Write() ABSL_LOCKS_EXCLUDED(mutex_);

  bool AllGone() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return running_.empty();
  }

  const Options options_;
  const int64_t started_wall_ns_;
  const int64_t started_ns_;
  ThreadLabels labels_;
  ProfileAccumulator accumulator_;
  // Of the main realm's thread.
  std::optional<absl::StatusOr<Summary>> written_;

  absl::Mutex mutex_;
  bool finishing_ ABSL_GUARDED_BY(mutex_) = false;
  // The labels of the realms that are registered and not gone.
  std::vector<std::string> running_ ABSL_GUARDED_BY(mutex_);
  int64_t recorded_ ABSL_GUARDED_BY(mutex_) = 0;
  // One line a realm, for the profile's comments.
  std::vector<std::string> comments_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // PROFILER_CPU_PROFILE_SESSION_H_
