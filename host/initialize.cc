#include <csignal>
#include <string>
#include <vector>

#include "host/rt.h"
#include "profiler/cpu/profile_session.h"
#include "runtime/base/standard_streams.h"
#include "runtime/engine/platform.h"

namespace rt {

absl::Status Initialize(const ProcessOptions& options) {
  OpenClosedStandardStreams();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  std::vector<std::string> flags;
  if (options.exact_profiles) flags = ProfileSession::EngineFlags();
  // Last, so that the user's word counts.
  flags.insert(flags.end(), options.v8_flags.begin(), options.v8_flags.end());
  return InitializeEngine(flags);
}

}  // namespace rt
