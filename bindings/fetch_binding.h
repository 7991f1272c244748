#ifndef BINDINGS_FETCH_BINDING_H_
#define BINDINGS_FETCH_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.fetch: HTTP calls to other servers.
NativeModule FetchBinding();

}  // namespace rt

#endif  // BINDINGS_FETCH_BINDING_H_
