#include "runtime/loader/typescript/amaro_module.h"

#include <cstdint>
#include <optional>

#include "absl/synchronization/mutex.h"
#include "runtime/engine/isolate_host.h"

namespace rt {
namespace {

ABSL_CONST_INIT absl::Mutex mutex(absl::kConstInit);

// Never destroyed: V8 is not torn down either.
std::optional<v8::CompiledWasmModule>& Compiled() {
  static auto* const compiled = new std::optional<v8::CompiledWasmModule>();
  return *compiled;
}

}  // namespace

v8::MaybeLocal<v8::WasmModuleObject> AmaroModule(v8::Isolate* isolate) {
  const absl::MutexLock lock(&mutex);
  std::optional<v8::CompiledWasmModule>& compiled = Compiled();
  if (compiled.has_value()) {
    return v8::WasmModuleObject::FromCompiledModule(isolate, *compiled);
  }
  const absl::string_view wasm = IsolateHost::Of(isolate).image().amaro_wasm;
  v8::Local<v8::WasmModuleObject> module;
  if (!v8::WasmModuleObject::Compile(
           isolate,
           {reinterpret_cast<const uint8_t*>(wasm.data()), wasm.size()})
           .ToLocal(&module)) {
    return {};
  }
  compiled.emplace(module->GetCompiledModule());
  return module;
}

}  // namespace rt
