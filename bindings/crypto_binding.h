#ifndef BINDINGS_CRYPTO_BINDING_H_
#define BINDINGS_CRYPTO_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.crypto: the kernel's random numbers.
NativeModule CryptoBinding();

}  // namespace rt

#endif  // BINDINGS_CRYPTO_BINDING_H_
