#ifndef RUNTIME_LOADER_IMPORT_ATTRIBUTES_H_
#define RUNTIME_LOADER_IMPORT_ATTRIBUTES_H_

#include <v8.h>

#include "absl/status/statusor.h"
#include "runtime/loader/module_map.h"

namespace rt {

// How many entries of its list an attribute has (v8-script.h, v8-callbacks.h).
inline constexpr int kRequestStride = 3;  // in a v8::ModuleRequest
inline constexpr int kDynamicStride = 2;  // in a dynamic import

// The type that `with { ... }` asks for. InvalidArgument, which is a TypeError
// in JavaScript, names what rt does not know.
absl::StatusOr<ModuleType> TypeFromAttributes(
    v8::Isolate* isolate, v8::Local<v8::FixedArray> attributes, int stride);

// Whether a file of this format may be imported as this type.
absl::Status CheckType(const ResolvedModule& source, ModuleType type);

}  // namespace rt

#endif  // RUNTIME_LOADER_IMPORT_ATTRIBUTES_H_
