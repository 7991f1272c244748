#ifndef BINDINGS_REALM_BINDING_H_
#define BINDINGS_REALM_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.realm: the realms that this one makes.
NativeModule RealmBinding();

}  // namespace rt

#endif  // BINDINGS_REALM_BINDING_H_
