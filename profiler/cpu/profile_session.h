#ifndef PROFILER_CPU_PROFILE_SESSION_H_
#define PROFILER_CPU_PROFILE_SESSION_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
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
// over its recording as it ends.
//
// The profile so far may be written at any time. Each realm that runs is asked
// for what it has recorded, and gives it away between two steps of its
// JavaScript, or as a task of its loop where it waits. Only one that sits in a
// native function cannot answer, or a pooled one whose thread another realm
// keeps: after a second the file is written without its last part, and the
// comments in it say so. Nothing is lost by that, or counted twice: what a
// realm gave away is in the accumulator, and the final profile is that and the
// rest.
//
// When the main realm has handed over, the session asks those that still run in
// the same way, and writes the file: before the main realm's isolate is
// disposed of, which takes its time and could go wrong. It refuses to register
// a realm from then on: that realm runs unobserved, and is not half in the
// profile.
//
// Owned by the host; outlives every realm. observer() is for any thread,
// WriteSoFar() for any that is no realm's, Finish() for the main realm's, once,
// when that realm has ended.
class ProfileSession : private RealmObserver {
 public:
  struct Options {
    // Where the profile goes. Replaced whole or not at all.
    std::string path;
    // Microseconds between two samples of a realm, within the limits of
    // profiler/cpu/sampling_interval.h.
    int interval_us = 1000;
    // Whether V8 runs with EngineFlags(true).
    bool exact = true;
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
    // Those of them whose last part is missing.
    int64_t incomplete = 0;
    // Sums over all samples.
    int64_t samples = 0;
    int64_t cpu_ns = 0;
    int64_t wall_ns = 0;
  };

  // The flags that InitializeEngine should get in a process that is profiled,
  // for lines that are all known, or for a program that runs as it would
  // without a profile.
  static std::vector<std::string> EngineFlags(bool exact = true);

  explicit ProfileSession(Options options);
  ~ProfileSession() override;

  RealmObserver* observer() { return this; }

  // Writes the profile so far to `path`, whole or not at all. Fails as
  // WriteProfile does, and with Cancelled, without a message, where the main
  // realm ends before it is written: then nothing is.
  absl::StatusOr<Summary> WriteSoFar(const std::string& path)
      ABSL_LOCKS_EXCLUDED(mutex_, file_mutex_);

  // What was written, or why it could not be: fails as WriteProfile does. If no
  // main realm ever started, writes here.
  absl::StatusOr<Summary> Finish() ABSL_LOCKS_EXCLUDED(mutex_, file_mutex_);

  // The same from another thread, where the main realm does not come to its
  // end, or waits for ever for another one, and the process is going to be
  // ended without: what the realms have recorded, of those that can still
  // answer.
  absl::StatusOr<Summary> FinishWithoutMain()
      ABSL_LOCKS_EXCLUDED(mutex_, file_mutex_);

 private:
  class Registration;

  std::unique_ptr<RealmObservation> OnRealmStart(const RealmInfo& info) override
      ABSL_LOCKS_EXCLUDED(mutex_);

  void OnRealmEnd(const Registration& realm, bool is_main, bool is_recorded)
      ABSL_LOCKS_EXCLUDED(mutex_);

  absl::StatusOr<Summary> Write(absl::Duration patience)
      ABSL_LOCKS_EXCLUDED(mutex_, file_mutex_);
  absl::StatusOr<Summary> WriteFile(const std::string& path,
                                    const std::atomic<bool>* stop)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);

  // Asks all that run, and waits for their answers, `again` for those that have
  // not answered an earlier question.
  void AskAll(bool again) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnAnswer(Registration& realm) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  bool AllAnswered() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return awaited_ == 0;
  }
  bool AllAnsweredOrOver() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return awaited_ == 0 || finishing_;
  }

  const Options options_;
  const int64_t started_wall_ns_;
  const int64_t started_ns_;
  ThreadLabels labels_;
  ProfileAccumulator accumulator_;
  // Of the main realm's thread.
  std::optional<absl::StatusOr<Summary>> written_;

  // Held while a file is written, so that the final one comes last.
  absl::Mutex file_mutex_;
  // Set with finishing_: what is written of the profile so far is given up.
  std::atomic<bool> stop_parts_{false};

  absl::Mutex mutex_ ABSL_ACQUIRED_AFTER(file_mutex_);
  bool finishing_ ABSL_GUARDED_BY(mutex_) = false;
  // The realms that are registered and not gone.
  std::vector<Registration*> running_ ABSL_GUARDED_BY(mutex_);
  // How many of them WriteSoFar() waits for.
  int64_t awaited_ ABSL_GUARDED_BY(mutex_) = 0;
  // Of those that are gone: how many were recorded, and one line each, for the
  // profile's comments.
  int64_t recorded_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<std::string> comments_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // PROFILER_CPU_PROFILE_SESSION_H_
