#include "bindings/glue/function_table.h"

#include "runtime/engine/properties.h"
#include "runtime/engine/strings.h"

namespace rt {

v8::Local<v8::Object> MakeNatives(v8::Local<v8::Context> context,
                                  absl::Span<const NativeModule> modules) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> natives = v8::Object::New(isolate);
  for (const NativeModule& module : modules) {
    v8::Local<v8::Object> object = v8::Object::New(isolate);
    for (const NativeFunction& function : module.functions) {
      v8::Local<v8::Function> value =
          v8::Function::New(context, function.callback, {}, 0,
                            v8::ConstructorBehavior::kThrow)
              .ToLocalChecked();
      value->SetName(NewString(isolate, function.name));
      SetOwn(context, object, function.name, value);
    }
    SetOwn(context, natives, module.name, object);
  }
  return natives;
}

std::vector<intptr_t> ExternalReferences(
    absl::Span<const NativeModule> modules) {
  std::vector<intptr_t> references;
  for (const NativeModule& module : modules) {
    for (const NativeFunction& function : module.functions) {
      references.push_back(reinterpret_cast<intptr_t>(function.callback));
    }
  }
  references.push_back(0);
  return references;
}

}  // namespace rt
