#include "runtime/realm/platform_objects.h"

#include <cstdint>

#include "runtime/engine/strings.h"

namespace rt {

bool PlatformObjects::Prepare(IsolateScope& scope) {
  if (is_prepared_) return true;
  v8::Local<v8::Value> lists;
  v8::Local<v8::Value> copied;
  v8::Local<v8::Value> refused;
  if (!scope.InternalFunction("platformPrototypes")
           ->Call(scope.context(), v8::Undefined(scope.isolate()), 0, nullptr)
           .ToLocal(&lists) ||
      !lists.As<v8::Array>()->Get(scope.context(), 0).ToLocal(&copied) ||
      !lists.As<v8::Array>()->Get(scope.context(), 1).ToLocal(&refused) ||
      !AddAll(scope, copied.As<v8::Array>(), Fate::kCopied) ||
      !AddAll(scope, refused.As<v8::Array>(), Fate::kRefused)) {
    return false;
  }
  is_prepared_ = true;
  return true;
}

bool PlatformObjects::AddAll(IsolateScope& scope,
                             v8::Local<v8::Array> prototypes, Fate fate) {
  for (uint32_t i = 0; i < prototypes->Length(); ++i) {
    v8::Local<v8::Value> prototype;
    if (!prototypes->Get(scope.context(), i).ToLocal(&prototype)) return false;
    Add(scope, prototype.As<v8::Object>(), fate);
  }
  return true;
}

void PlatformObjects::Add(IsolateScope& scope, v8::Local<v8::Object> prototype,
                          Fate fate) {
  v8::Local<v8::Value> name;
  if (!prototype
           ->Get(scope.context(), v8::Symbol::GetToStringTag(scope.isolate()))
           .ToLocal(&name)) {
    return;
  }
  interfaces_.push_back({v8::Global<v8::Object>(scope.isolate(), prototype),
                         ToUtf8(scope.isolate(), name), fate});
}

const PlatformObjects::Interface* PlatformObjects::InterfaceOf(
    v8::Local<v8::Object> object) const {
  v8::Local<v8::Value> prototype = object->GetPrototypeV2();
  while (prototype->IsObject()) {
    for (const Interface& interface : interfaces_) {
      if (interface.prototype == prototype) return &interface;
    }
    prototype = prototype.As<v8::Object>()->GetPrototypeV2();
  }
  return nullptr;
}

void PlatformObjects::Refuse(IsolateScope& scope,
                             v8::Local<v8::Object> prototype) {
  Add(scope, prototype, Fate::kRefused);
}

}  // namespace rt
