#ifndef RUNTIME_ENGINE_DESCRIBE_EXCEPTION_H_
#define RUNTIME_ENGINE_DESCRIBE_EXCEPTION_H_

#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/script_error.h"

namespace rt {

// Describes a caught exception. Runs getters of the exception; what those throw
// is dropped. `message` may be empty (a rejected promise has none): then it is
// made from the exception.
ScriptError DescribeException(IsolateScope& scope,
                              v8::Local<v8::Value> exception,
                              v8::Local<v8::Message> message);

// Fills in the place that a message is about, in the text as its author wrote
// it. Leaves `error` as it is where the message has no place.
void DescribePlace(IsolateScope& scope, v8::Local<v8::Message> message,
                   ScriptError& error);

}  // namespace rt

#endif  // RUNTIME_ENGINE_DESCRIBE_EXCEPTION_H_
