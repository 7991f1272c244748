#ifndef RUNTIME_LOADER_STACK_TRACE_H_
#define RUNTIME_LOADER_STACK_TRACE_H_

#include <v8.h>

namespace rt {

// From now on the `stack` of this isolate's errors has the original places, in
// V8's own words. A program's Error.prepareStackTrace is called as V8 would,
// with V8's call sites, whose places are those of the code that runs.
//
// For isolates with a script whose places differ: others need not pay for it.
void MapStackTraces(v8::Isolate* isolate);

}  // namespace rt

#endif  // RUNTIME_LOADER_STACK_TRACE_H_
