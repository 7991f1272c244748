#ifndef PROFILER_CPU_SIGPROF_H_
#define PROFILER_CPU_SIGPROF_H_

#include <v8-profiler.h>
#include <v8.h>

namespace rt {

// Start and stop profiles of V8, with rt's handler of SIGPROF around V8's.
//
// A v8::CpuProfiler with an active profile has a thread that sends SIGPROF to
// the thread that started it; V8's handler takes the sample. rt's handler
// writes down, for each tick, what the thread's clocks show (SampledRealm),
// and lays a LeafFrame, so that inlined functions are seen.
//
// V8 installs its handler when the first of its profilers in the process
// starts, and puts back what was there when the last one stops. So rt's is put
// on top after each start, and all starts and stops of the process come through
// here, one at a time. On the isolate's thread, entered.
v8::CpuProfilingResult StartSampling(v8::CpuProfiler& profiler,
                                     v8::CpuProfilingOptions options);

// Null if V8 knows no such profile.
v8::CpuProfile* StopSampling(v8::CpuProfiler& profiler, v8::ProfilerId id);

// The native function whose address stands for the line that a JavaScript
// function was on when it was sampled: see LeafFrame. V8 shows it under its
// name as long as an isolate has a function made of it. It is never called.
void LineMarker(const v8::FunctionCallbackInfo<v8::Value>& info);
inline constexpr char kLineMarkerName[] = "(rt:line)";

}  // namespace rt

#endif  // PROFILER_CPU_SIGPROF_H_
