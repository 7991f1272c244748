#ifndef RUNTIME_ENGINE_BYTE_STRING_H_
#define RUNTIME_ENGINE_BYTE_STRING_H_

#include <v8.h>

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// Strings of one byte a character (ISO 8859-1), as the lines of an HTTP head
// are (https://webidl.spec.whatwg.org/#js-ByteString). Isolate entered.

v8::Local<v8::String> NewByteString(
    v8::Isolate* isolate, absl::string_view bytes,
    v8::NewStringType type = v8::NewStringType::kNormal);

// The way back, behind what `out` has. Of a character that is more than a byte,
// the low one.
void AppendByteString(v8::Isolate* isolate, v8::Local<v8::String> text,
                      std::string& out);

}  // namespace rt

#endif  // RUNTIME_ENGINE_BYTE_STRING_H_
