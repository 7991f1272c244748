#ifndef BINDINGS_COMPRESSION_BINDING_H_
#define BINDINGS_COMPRESSION_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// The native half of CompressionStream and DecompressionStream
// (modules/web/streams).
NativeModule CompressionBinding();

}  // namespace rt

#endif  // BINDINGS_COMPRESSION_BINDING_H_
