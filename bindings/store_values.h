#ifndef BINDINGS_STORE_VALUES_H_
#define BINDINGS_STORE_VALUES_H_

#include <v8.h>

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bindings/glue/arguments.h"
#include "runtime/store/stored_value.h"

namespace rt {

// Values of JavaScript in the stores of rt:kv. Isolate entered.

// A copy of the value as it is now: of a string as UTF-8, of an ArrayBuffer or
// a view the bytes, of any other what structuredClone takes. Nothing, with an
// exception pending, where it cannot be cloned. Runs getters of the value.
std::optional<StoredValue> ToStored(v8::Isolate* isolate,
                                    v8::Local<v8::Value> value);

// A new string, Uint8Array or value. DataLoss where the bytes are none.
absl::StatusOr<v8::Local<v8::Value>> FromStored(v8::Isolate* isolate,
                                                StoredKind kind,
                                                absl::string_view bytes);

// What a native function of a store returns: the value, or the status thrown.
void ReturnOrThrow(const Arguments& args,
                   const absl::StatusOr<v8::Local<v8::Value>>& value);

}  // namespace rt

#endif  // BINDINGS_STORE_VALUES_H_
