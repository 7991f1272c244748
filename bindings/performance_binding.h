#ifndef BINDINGS_PERFORMANCE_BINDING_H_
#define BINDINGS_PERFORMANCE_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.performance: the realm's clock.
NativeModule PerformanceBinding();

}  // namespace rt

#endif  // BINDINGS_PERFORMANCE_BINDING_H_
