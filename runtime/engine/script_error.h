#ifndef RUNTIME_ENGINE_SCRIPT_ERROR_H_
#define RUNTIME_ENGINE_SCRIPT_ERROR_H_

#include <string>

namespace rt {

// A JavaScript exception as data that outlives its isolate and crosses threads.
// Knows nothing of V8, so that whoever prints one need not either.
struct ScriptError {
  // The exception's `name` and `message`; a thrown value that is no Error has
  // an empty name, and its text as message.
  std::string name;
  std::string message;
  // As the `stack` property says, "Error: message\n    at ..."; empty where the
  // thrown value has none.
  std::string stack;
  // The value as console.error() shows it: of an Error the stack, its own
  // properties and its causes. Never empty.
  std::string inspected;

  // The realm that it was thrown in, such as "realm 1 (parser)"; empty for the
  // main realm.
  std::string realm;

  // Where it was thrown, in the source as the user wrote it. Lines and columns
  // count from 1, columns in UTF-16 code units; 0 where V8 does not know.
  std::string file;
  int line = 0;
  int column = 0;
  // The text of that line; empty where it is not known.
  std::string source_line;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_SCRIPT_ERROR_H_
