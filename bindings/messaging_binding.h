#ifndef BINDINGS_MESSAGING_BINDING_H_
#define BINDINGS_MESSAGING_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.messaging: structured clone and the ports of the realm, by their ids.
NativeModule MessagingBinding();

}  // namespace rt

#endif  // BINDINGS_MESSAGING_BINDING_H_
