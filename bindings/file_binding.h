#ifndef BINDINGS_FILE_BINDING_H_
#define BINDINGS_FILE_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.file: what rt:file does by path.
NativeModule FileBinding();

}  // namespace rt

#endif  // BINDINGS_FILE_BINDING_H_
