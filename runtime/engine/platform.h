#ifndef RUNTIME_ENGINE_PLATFORM_H_
#define RUNTIME_ENGINE_PLATFORM_H_

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace rt {

class LoopPlatform;

// Initializes V8 for this process: its flags (as "--max-lazy", may be empty),
// its platform and its signal handling. Once, on the main thread, before any
// isolate. InvalidArgument, with the flag in the message and nothing
// initialized, where V8 does not take a flag.
//
// Ignores SIGPROF from here on: V8 puts back the action that it found when its
// last profiler stops, and a signal that is still under way would otherwise end
// the process by the default action.
//
// V8 is never torn down: the process ends by exit with its worker threads idle.
absl::Status InitializeEngine(const std::vector<std::string>& v8_flags);

// After InitializeEngine. Any thread.
LoopPlatform& EnginePlatform();

// V8's version, such as "13.6.233.17-node.37".
const char* EngineVersion();

}  // namespace rt

#endif  // RUNTIME_ENGINE_PLATFORM_H_
