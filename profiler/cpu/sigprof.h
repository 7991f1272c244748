#ifndef PROFILER_CPU_SIGPROF_H_
#define PROFILER_CPU_SIGPROF_H_

#include <v8.h>

namespace rt {

// Handles SIGPROF from now on: where a tick of the thread's TickTimer is due,
// it writes down what the thread's clocks show, lays a LeafFrame, so that
// inlined functions are seen, and has V8 take a sample of the realm that has
// its turn there (SampledRealm). Signals that others sent go to the handler
// that was there before. Any thread, any number of times.
void HandleTicks();

// The native function whose address stands for the line that a JavaScript
// function was on when it was sampled: see LeafFrame. V8 shows it under its
// name as long as an isolate has a function made of it. It is never called.
void LineMarker(const v8::FunctionCallbackInfo<v8::Value>& info);
inline constexpr char kLineMarkerName[] = "(rt:line)";

}  // namespace rt

#endif  // PROFILER_CPU_SIGPROF_H_
