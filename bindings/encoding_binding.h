#ifndef BINDINGS_ENCODING_BINDING_H_
#define BINDINGS_ENCODING_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.encoding: UTF-8 between strings and bytes.
NativeModule EncodingBinding();

}  // namespace rt

#endif  // BINDINGS_ENCODING_BINDING_H_
