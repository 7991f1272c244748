#include <csignal>
#include <string>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "host/rt.h"
#include "profiler/cpu/profile_session.h"
#include "runtime/base/standard_streams.h"
#include "runtime/engine/platform.h"

namespace rt {

absl::Status Initialize(const ProcessOptions& options) {
  OpenClosedStandardStreams();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
#ifdef NDEBUG
  // Distributions build Abseil without NDEBUG: it then looks for cycles each
  // time that a lock is taken.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
#endif
  std::vector<std::string> flags;
  if (options.exact_profiles) flags = ProfileSession::EngineFlags();
  // Last, so that the user's word counts.
  flags.insert(flags.end(), options.v8_flags.begin(), options.v8_flags.end());
  return InitializeEngine(flags);
}

}  // namespace rt
