#include "profiler/cpu/sigprof.h"

#include <signal.h>

#include <atomic>
#include <cerrno>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "profiler/cpu/leaf_frame.h"
#include "profiler/cpu/rotation.h"
#include "profiler/cpu/sampled_realm.h"
#include "profiler/cpu/sampler_cpu.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

using Handler = void (*)(int, siginfo_t*, void*);

// Held around each start and stop.
ABSL_CONST_INIT absl::Mutex mutex(absl::kConstInit);

// V8's handler, one and the same function whenever it is installed; null until
// the first start.
std::atomic<Handler> v8_handler{nullptr};
// Whether LeafFrame works here. Set with v8_handler.
std::atomic<bool> has_leaf_frames{false};

// The clock of V8's sample timestamps: whole microseconds, and one more, so
// that V8 never sees the time 0 (TimeTicks::Now() in its
// src/base/platform/time.cc).
int64_t NowAsV8Counts() { return MonotonicNanos() / 1000 + 1; }

// Kept out of AddressSanitizer's reach, which may put locals elsewhere than on
// the stack.
__attribute__((no_sanitize("address"))) void OnSigprof(int signal,
                                                       siginfo_t* info,
                                                       void* context) {
  const int saved_errno = errno;
  const Handler handler = v8_handler.load(std::memory_order_relaxed);
  // None where all realms of the thread are parked, or the last one's profile
  // has stopped.
  SampledRealm* const realm = SampledRealm::Current();
  if (realm != nullptr && realm->WantsTick()) {
    NoteCpu();
    Tick tick;
    tick.at = realm->Now();
    tick.begin_us = NowAsV8Counts();
    if (has_leaf_frames.load(std::memory_order_relaxed)) {
      LeafFrame leaf(context, realm->code(),
                     reinterpret_cast<uintptr_t>(&LineMarker));
      handler(signal, info, context);
      leaf.Restore();
    } else {
      handler(signal, info, context);
    }
    tick.end_us = NowAsV8Counts();
    if (realm->Record(tick)) RequestRotation(*realm);
  }
  errno = saved_errno;
}

void InstallHandler() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  struct sigaction installed;
  RT_CHECK(sigaction(SIGPROF, nullptr, &installed) == 0);
  if (installed.sa_sigaction == &OnSigprof) return;
  RT_CHECK((installed.sa_flags & SA_SIGINFO) != 0);
  if (v8_handler.load(std::memory_order_relaxed) == nullptr) {
    has_leaf_frames.store(LeafFrame::IsSupported());
    v8_handler.store(installed.sa_sigaction);
  }
  installed.sa_sigaction = &OnSigprof;
  RT_CHECK(sigaction(SIGPROF, &installed, nullptr) == 0);
}

}  // namespace

v8::CpuProfilingResult StartSampling(v8::CpuProfiler& profiler,
                                     v8::CpuProfilingOptions options) {
  absl::MutexLock lock(&mutex);
  const v8::CpuProfilingResult result = profiler.Start(std::move(options));
  if (result.status == v8::CpuProfilingStatus::kStarted) InstallHandler();
  return result;
}

v8::CpuProfile* StopSampling(v8::CpuProfiler& profiler, v8::ProfilerId id) {
  absl::MutexLock lock(&mutex);
  return profiler.Stop(id);
}

void LineMarker(const v8::FunctionCallbackInfo<v8::Value>& /*info*/) {}

}  // namespace rt
