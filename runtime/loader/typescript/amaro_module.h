#ifndef RUNTIME_LOADER_TYPESCRIPT_AMARO_MODULE_H_
#define RUNTIME_LOADER_TYPESCRIPT_AMARO_MODULE_H_

#include <v8.h>

namespace rt {

// amaro's WebAssembly.Module for this isolate. It is compiled by the first
// isolate of the process that asks, and its code is shared between them.
// Isolate entered; nothing with an exception pending.
v8::MaybeLocal<v8::WasmModuleObject> AmaroModule(v8::Isolate* isolate);

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_AMARO_MODULE_H_
