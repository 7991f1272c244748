#include "profiler/cpu/sigprof.h"

#include <signal.h>

#include <cerrno>

#include "profiler/cpu/leaf_frame.h"
#include "profiler/cpu/rotation.h"
#include "profiler/cpu/sampled_realm.h"
#include "profiler/cpu/v8_sampler.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

// What was there before: V8's own, where it logs ticks (--prof).
struct sigaction previous;
// Whether LeafFrame works here.
bool has_leaf_frames = false;

// The clock of V8's sample timestamps: whole microseconds, and one more, so
// that V8 never sees the time 0 (TimeTicks::Now() in its
// src/base/platform/time.cc).
int64_t NowAsV8Counts() { return MonotonicNanos() / 1000 + 1; }

// Kept out of AddressSanitizer's reach, which may put locals elsewhere than on
// the stack.
__attribute__((no_sanitize("address"))) void OnTick(void* context) {
  // None where all realms of the thread are parked, or the last one's profile
  // has stopped.
  SampledRealm* const realm = SampledRealm::BeginTick();
  if (realm == nullptr) return;
  Tick tick;
  tick.at = realm->Now();
  tick.begin_us = NowAsV8Counts();
  if (has_leaf_frames) {
    LeafFrame leaf(context, realm->code(),
                   reinterpret_cast<uintptr_t>(&LineMarker));
    TakeSample(*realm, context);
    leaf.Restore();
  } else {
    TakeSample(*realm, context);
  }
  tick.end_us = NowAsV8Counts();
  if (realm->Record(tick)) RequestRotation(*realm);
  if (realm->ring().end() % kSamplesAtOnce == 0) RequestProcessing(*realm);
  realm->EndTick();
}

void OnSigprof(int signal, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  if (info->si_code == SI_TIMER) {
    OnTick(context);
  } else if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  }
  errno = saved_errno;
}

}  // namespace

void HandleTicks() {
  [[maybe_unused]] static const bool once = [] {
    has_leaf_frames = LeafFrame::IsSupported();
    RT_CHECK(sigaction(SIGPROF, nullptr, &previous) == 0);
    struct sigaction action = {};
    action.sa_sigaction = &OnSigprof;
    action.sa_flags = SA_RESTART | SA_SIGINFO | SA_ONSTACK;
    RT_CHECK(sigaction(SIGPROF, &action, nullptr) == 0);
    return true;
  }();
}

void LineMarker(const v8::FunctionCallbackInfo<v8::Value>& /*info*/) {}

}  // namespace rt
