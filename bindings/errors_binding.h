#ifndef BINDINGS_ERRORS_BINDING_H_
#define BINDINGS_ERRORS_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.errors: errors that nobody caught, and the end of the realm.
NativeModule ErrorsBinding();

}  // namespace rt

#endif  // BINDINGS_ERRORS_BINDING_H_
