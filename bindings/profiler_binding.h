#ifndef BINDINGS_PROFILER_BINDING_H_
#define BINDINGS_PROFILER_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.profiler: CPU profiles that a realm takes of itself.
NativeModule ProfilerBinding();

}  // namespace rt

#endif  // BINDINGS_PROFILER_BINDING_H_
