#ifndef RUNTIME_ENGINE_PROPERTIES_H_
#define RUNTIME_ENGINE_PROPERTIES_H_

#include <v8.h>

namespace rt {

// Gives a plain object that rt made a property of its own. v8::Object::Set
// would run a setter that the program laid on Object.prototype, and fail where
// that throws. With the isolate entered.
void SetOwn(v8::Local<v8::Context> context, v8::Local<v8::Object> object,
            const char* name, v8::Local<v8::Value> value);

}  // namespace rt

#endif  // RUNTIME_ENGINE_PROPERTIES_H_
