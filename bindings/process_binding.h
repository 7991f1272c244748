#ifndef BINDINGS_PROCESS_BINDING_H_
#define BINDINGS_PROCESS_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.process: the process that the realm runs in.
NativeModule ProcessBinding();

}  // namespace rt

#endif  // BINDINGS_PROCESS_BINDING_H_
