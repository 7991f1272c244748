#ifndef BINDINGS_INSPECT_BINDING_H_
#define BINDINGS_INSPECT_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.inspect: what only V8 knows of a value, for showing it.
NativeModule InspectBinding();

}  // namespace rt

#endif  // BINDINGS_INSPECT_BINDING_H_
