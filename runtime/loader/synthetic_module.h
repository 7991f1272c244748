#ifndef RUNTIME_LOADER_SYNTHETIC_MODULE_H_
#define RUNTIME_LOADER_SYNTHETIC_MODULE_H_

#include <v8.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/loader/module_map.h"

namespace rt {

// Modules without a text of their own: rt's built-ins, whose exports are in the
// registry that the snapshot holds, and JSON. Isolate entered.

// Whether there is a built-in "rt:x"; the error names the nearest that there
// is.
absl::Status CheckBuiltin(v8::Isolate* isolate, const std::string& name);

// The module of a built-in that there is.
v8::MaybeLocal<v8::Module> NewBuiltinModule(v8::Isolate* isolate,
                                            const std::string& name);

// The module of a JSON text, whose value is left in record.json until it is
// evaluated. Nothing, with a SyntaxError pending that names the file and has
// the place in it, for what is no JSON.
v8::MaybeLocal<v8::Module> NewJsonModule(v8::Isolate* isolate,
                                         ModuleRecord& record,
                                         absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_LOADER_SYNTHETIC_MODULE_H_
