#ifndef BINDINGS_GLUE_FUNCTION_TABLE_H_
#define BINDINGS_GLUE_FUNCTION_TABLE_H_

#include <v8.h>

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace rt {

// One native function as JavaScript in modules/ sees it:
// natives.<module>.<name>.
struct NativeFunction {
  const char* name;
  v8::FunctionCallback callback;
};

// The native functions of one module. A binding defines one constexpr table and
// bindings/builtins.cc lists it.
//
//   constexpr NativeFunction kFunctions[] = {{"cwd", &Cwd}, {"pid", &Pid}};
//   NativeModule ProcessBinding() { return {"process", kFunctions}; }
struct NativeModule {
  const char* name;
  absl::Span<const NativeFunction> functions;
};

// The object { <module>: { <function>, ... }, ... } that the bundle of built-in
// modules takes when the snapshot is made. The functions have no state of their
// own; a binding finds its realm's state by StateOf<T>(isolate).
v8::Local<v8::Object> MakeNatives(v8::Local<v8::Context> context,
                                  absl::Span<const NativeModule> modules);

// The addresses of all these functions, in a fixed order, ending with 0: what
// V8 calls external references (v8-snapshot.h). The program that makes the
// snapshot and the one that reads it must have the same list.
std::vector<intptr_t> ExternalReferences(
    absl::Span<const NativeModule> modules);

}  // namespace rt

#endif  // BINDINGS_GLUE_FUNCTION_TABLE_H_
