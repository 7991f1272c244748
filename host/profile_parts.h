#ifndef HOST_PROFILE_PARTS_H_
#define HOST_PROFILE_PARTS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "host/rt.h"
#include "profiler/cpu/profile_session.h"
#include "runtime/base/thread.h"

namespace rt {

// Where the profile so far goes that is written as the `number`th beside the
// profile at `path`: "app.1.pb" for "app.pb", "app.1" for "app".
std::string PartPath(const std::string& path, int64_t number);

ProfileSummary SummaryOf(const ProfileSession::Summary& summary);

// Whether what is at `path` is a file, or nothing yet, so that a profile there
// can be replaced, and others be written beside it.
bool IsReplaceable(const std::string& path);

// Writes the profile so far, as ProfileOptions ask for it, on a thread of its
// own.
//
// Lives on the stack of Run(), around all that is recorded and within the
// session's life. Any thread may call RequestPart().
class ProfileParts {
 public:
  // `warn` as in RunOptions. All outlive this.
  using Warn = std::function<void(absl::string_view)>;
  ProfileParts(ProfileSession& session, const ProfileOptions& options,
               const Warn& warn);
  ~ProfileParts();
  ProfileParts(const ProfileParts&) = delete;
  ProfileParts& operator=(const ProfileParts&) = delete;

  // One more numbered file is wanted.
  void RequestPart() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  void WritePart();
  void WriteCheckpoint();
  bool IsWanted() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return is_over_ || requests_ > 0;
  }

  ProfileSession& session_;
  const ProfileOptions& options_;
  const Warn& warn_;
  // Of its own thread.
  int64_t parts_ = 0;
  bool has_warned_ = false;

  absl::Mutex mutex_;
  int64_t requests_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Thread> thread_;
};

}  // namespace rt

#endif  // HOST_PROFILE_PARTS_H_
