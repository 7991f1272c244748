#ifndef BINDINGS_KV_BINDING_H_
#define BINDINGS_KV_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.kv: the key-value stores of the process (modules/kv).
NativeModule KvBinding();

}  // namespace rt

#endif  // BINDINGS_KV_BINDING_H_
