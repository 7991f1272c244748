#ifndef RUNTIME_ENGINE_STRINGS_H_
#define RUNTIME_ENGINE_STRINGS_H_

#include <v8.h>

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// UTF-8 to JavaScript; bytes that are no UTF-8 become U+FFFD. CHECKs that the
// text is below V8's string limit of 512 MB.
v8::Local<v8::String> NewString(v8::Isolate* isolate, absl::string_view text);

// JavaScript to UTF-8; lone surrogates become U+FFFD. Any value: what is no
// string is converted as String(value) does, where that runs no JavaScript that
// throws; otherwise the result is empty and the exception is dropped.
std::string ToUtf8(v8::Isolate* isolate, v8::Local<v8::Value> value);

// A path as JavaScript sees it, and the way back (runtime/base/path_text.h): a
// name that is no UTF-8 survives.
v8::Local<v8::String> NewPathString(v8::Isolate* isolate,
                                    absl::string_view path);
std::string ToPath(v8::Isolate* isolate, v8::Local<v8::Value> value);

}  // namespace rt

#endif  // RUNTIME_ENGINE_STRINGS_H_
