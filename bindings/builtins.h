#ifndef BINDINGS_BUILTINS_H_
#define BINDINGS_BUILTINS_H_

#include "absl/types/span.h"
#include "bindings/glue/function_table.h"

namespace rt {

// Every binding there is, in a fixed order: the only list of them.
absl::Span<const NativeModule> Builtins();

}  // namespace rt

#endif  // BINDINGS_BUILTINS_H_
