#ifndef BINDINGS_OPEN_FILE_BINDING_H_
#define BINDINGS_OPEN_FILE_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.openFile: what rt:file does with a file that is open, by its id.
NativeModule OpenFileBinding();

}  // namespace rt

#endif  // BINDINGS_OPEN_FILE_BINDING_H_
