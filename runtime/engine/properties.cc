#include "runtime/engine/properties.h"

#include "runtime/engine/strings.h"

namespace rt {

void SetOwn(v8::Local<v8::Context> context, v8::Local<v8::Object> object,
            const char* name, v8::Local<v8::Value> value) {
  object
      ->CreateDataProperty(context, NewString(v8::Isolate::GetCurrent(), name),
                           value)
      .Check();
}

}  // namespace rt
