#include "runtime/engine/platform.h"

#include <libplatform/libplatform.h>
#include <signal.h>
#include <sys/random.h>
#include <v8-initialization.h>

#include "runtime/base/check.h"
#include "runtime/base/eintr.h"
#include "runtime/engine/loop_platform.h"
#include "runtime/engine/v8_flags.h"

namespace rt {
namespace {

LoopPlatform* platform = nullptr;

// V8 itself would read /dev/urandom, which a sandbox may not open, and go on
// with the time of day as its seed.
bool FillWithRandom(unsigned char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t got = RetryOnEintr([&] { return getrandom(bytes, size, 0); });
    if (got < 0) return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

}  // namespace

absl::Status InitializeEngine(const std::vector<std::string>& v8_flags) {
  RT_CHECK(platform == nullptr);
  signal(SIGPROF, SIG_IGN);
  v8::V8::SetEntropySource(&FillWithRandom);
  // The snapshot is part of this very file; a checksum over it at each start
  // would tell nothing new.
  v8::V8::SetFlagsFromString("--no-verify-snapshot-checksum");
  // Where a loop contains `new Array(n).fill(v)`, this optimization takes the
  // check for interrupts out of it, so that nothing ends an infinite one: no
  // terminate(), no heap limit. V8 has no flag for that part of it alone.
  // Without it, small loops of a fixed length take up to 1.6 times as long (a
  // product of 4x4 matrices), loops over arrays 0 to 2% longer.
  v8::V8::SetFlagsFromString("--no-turboshaft-loop-unrolling");
  // V8 would map its built-in functions once more for each isolate, beside the
  // code that calls them: 1.2 MB for each realm.
  v8::V8::SetFlagsFromString("--no-short-builtin-calls");
  for (const std::string& flag : v8_flags) {
    if (absl::Status status = SetV8Flag(flag); !status.ok()) return status;
  }
  // 0: as many worker threads as V8 finds right for the cores.
  platform = new LoopPlatform(v8::platform::NewDefaultPlatform(0));
  v8::V8::InitializePlatform(platform);
  v8::V8::Initialize();
  return absl::OkStatus();
}

LoopPlatform& EnginePlatform() { return *platform; }

const char* EngineVersion() { return v8::V8::GetVersion(); }

}  // namespace rt
