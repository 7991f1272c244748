#ifndef RUNTIME_ENGINE_ERROR_LOCATION_H_
#define RUNTIME_ENGINE_ERROR_LOCATION_H_

#include <v8.h>

#include <optional>
#include <string>

namespace rt {

// A place in a source file that an error is about, where V8 cannot know it: a
// file that it never compiled, or an import that leads nowhere. Lines and
// columns count from 1; 0 is unknown.
struct ErrorLocation {
  std::string file;  // a URL
  int line = 0;
  int column = 0;
  std::string source_line;
};

// Notes the place on an error, out of JavaScript's sight. DescribeException()
// takes it for the place where the error was thrown. Isolate entered.
void SetErrorLocation(v8::Isolate* isolate, v8::Local<v8::Value> error,
                      const ErrorLocation& location);

// What SetErrorLocation() noted, if anything.
std::optional<ErrorLocation> GetErrorLocation(v8::Isolate* isolate,
                                              v8::Local<v8::Value> error);

}  // namespace rt

#endif  // RUNTIME_ENGINE_ERROR_LOCATION_H_
