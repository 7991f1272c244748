#ifndef RUNTIME_LOADER_STACK_TRACE_H_
#define RUNTIME_LOADER_STACK_TRACE_H_

#include <v8.h>

namespace rt {

// From now on the `stack` of this isolate's errors, and the call sites that a
// program's Error.prepareStackTrace gets, are made by
// modules/web/stack_trace.ts: with the original places, and without rt's own
// frames at the top.
void PrepareStackTraces(v8::Isolate* isolate);

}  // namespace rt

#endif  // RUNTIME_LOADER_STACK_TRACE_H_
