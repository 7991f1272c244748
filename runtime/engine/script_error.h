#ifndef RUNTIME_ENGINE_SCRIPT_ERROR_H_
#define RUNTIME_ENGINE_SCRIPT_ERROR_H_

#include <string>

#include "runtime/engine/isolate_scope.h"

namespace rt {

// A JavaScript exception as data that outlives its isolate and crosses threads.
struct ScriptError {
  // The exception's `name` and `message`; a thrown value that is no Error has
  // an empty name, and its text as message.
  std::string name;
  std::string message;
  // As the `stack` property says, "Error: message\n    at ..."; empty where the
  // thrown value has none.
  std::string stack;

  // Where it was thrown, in the source as the user wrote it. Lines and columns
  // count from 1; 0 where V8 does not know.
  std::string file;
  int line = 0;
  int column = 0;
  // The text of that line; empty where it is not known.
  std::string source_line;
};

// Describes a caught exception. Runs getters of the exception; what those throw
// is dropped. `message` may be empty (a rejected promise has none): then it is
// made from the exception.
ScriptError DescribeException(IsolateScope& scope,
                              v8::Local<v8::Value> exception,
                              v8::Local<v8::Message> message);

}  // namespace rt

#endif  // RUNTIME_ENGINE_SCRIPT_ERROR_H_
