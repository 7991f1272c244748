#ifndef BINDINGS_CONSOLE_BINDING_H_
#define BINDINGS_CONSOLE_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.console: writing to standard output and standard error.
NativeModule ConsoleBinding();

}  // namespace rt

#endif  // BINDINGS_CONSOLE_BINDING_H_
