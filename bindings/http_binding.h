#ifndef BINDINGS_HTTP_BINDING_H_
#define BINDINGS_HTTP_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.http: see modules/natives.d.ts.
NativeModule HttpBinding();

}  // namespace rt

#endif  // BINDINGS_HTTP_BINDING_H_
