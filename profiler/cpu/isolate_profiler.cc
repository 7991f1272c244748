#include "profiler/cpu/isolate_profiler.h"

#include "profiler/cpu/sampling_interval.h"
#include "profiler/cpu/sigprof.h"
#include "profiler/cpu/v8_sampler.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

// V8 rounds intervals down to multiples of this; half a step, so that one that
// no recorder asks for is left for AwaitProcessing().
constexpr int kBaseIntervalUs = kSamplingIntervalStepUs / 2;

// A function object, for V8 to learn the callback's address and name from.
v8::Global<v8::Function> MakeLineMarker(v8::Isolate* isolate) {
  v8::HandleScope handles(isolate);
  v8::Local<v8::Function> marker;
  if (!v8::Function::New(isolate->GetCurrentContext(), &LineMarker)
           .ToLocal(&marker)) {
    return {};
  }
  marker->SetName(NewString(isolate, kLineMarkerName));
  return v8::Global<v8::Function>(isolate, marker);
}

}  // namespace

// The marker is made after the profiler, which hears of new native functions
// but not of all that exist.
IsolateProfiler::IsolateProfiler(IsolateHost& /*host*/)
    : profiler_(v8::CpuProfiler::New(v8::Isolate::GetCurrent(),
                                     v8::kDebugNaming, v8::kEagerLogging)),
      line_marker_(MakeLineMarker(v8::Isolate::GetCurrent())) {
  profiler_->SetSamplingInterval(kBaseIntervalUs);
  HandleTicks();
}

IsolateProfiler::~IsolateProfiler() { profiler_->Dispose(); }

v8::CpuProfilingResult IsolateProfiler::Start(v8::CpuProfilingMode mode,
                                              unsigned max_samples,
                                              int interval_us) {
  const ScopedSamplerOwner owner(SampledRealm::Current());
  return profiler_->Start({mode, max_samples, interval_us});
}

IsolateProfiler::Profile IsolateProfiler::Stop(v8::ProfilerId id) {
  // V8's thread starts anew where that changes the interval.
  const ScopedSamplerOwner owner(SampledRealm::Current());
  return Profile(profiler_->Stop(id));
}

void IsolateProfiler::AwaitProcessing() {
  // V8's thread stops and starts anew when the interval changes, which a
  // profile with a smaller one causes. Before it stops it processes all that is
  // there.
  const v8::CpuProfilingResult other =
      Start(v8::kLeafNodeLineNumbers, 0, kBaseIntervalUs);
  if (other.status == v8::CpuProfilingStatus::kStarted) Stop(other.id);
}

}  // namespace rt
