#ifndef BINDINGS_TIMERS_BINDING_H_
#define BINDINGS_TIMERS_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.timers: timers on the realm's loop.
NativeModule TimersBinding();

}  // namespace rt

#endif  // BINDINGS_TIMERS_BINDING_H_
