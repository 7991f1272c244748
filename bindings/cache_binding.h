#ifndef BINDINGS_CACHE_BINDING_H_
#define BINDINGS_CACHE_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.cache: the caches of the process, and this realm's obligations
// (modules/cache).
NativeModule CacheBinding();

}  // namespace rt

#endif  // BINDINGS_CACHE_BINDING_H_
