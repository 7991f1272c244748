#include "runtime/engine/platform.h"

#include <libplatform/libplatform.h>
#include <signal.h>
#include <v8-initialization.h>

#include "runtime/base/check.h"
#include "runtime/engine/loop_platform.h"

namespace rt {
namespace {

LoopPlatform* platform = nullptr;

}  // namespace

void InitializeEngine(const std::vector<std::string>& v8_flags) {
  RT_CHECK(platform == nullptr);
  signal(SIGPROF, SIG_IGN);
  // The snapshot is part of this very file; a checksum over it at each start
  // would tell nothing new.
  v8::V8::SetFlagsFromString("--no-verify-snapshot-checksum");
  for (const std::string& flag : v8_flags) {
    v8::V8::SetFlagsFromString(flag.data(), flag.size());
  }
  // 0: as many worker threads as V8 finds right for the cores.
  platform = new LoopPlatform(v8::platform::NewDefaultPlatform(0));
  v8::V8::InitializePlatform(platform);
  v8::V8::Initialize();
}

LoopPlatform& EnginePlatform() { return *platform; }

const char* EngineVersion() { return v8::V8::GetVersion(); }

}  // namespace rt
