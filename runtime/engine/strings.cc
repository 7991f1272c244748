#include "runtime/engine/strings.h"

#include <cstdint>

#include "runtime/base/path_text.h"
#include "runtime/engine/drop_exceptions.h"

namespace rt {

v8::Local<v8::String> NewString(v8::Isolate* isolate, absl::string_view text) {
  return v8::String::NewFromUtf8(isolate, text.data(),
                                 v8::NewStringType::kNormal,
                                 static_cast<int>(text.size()))
      .ToLocalChecked();
}

std::string ToUtf8(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  const DropExceptions drop(isolate);
  const v8::String::Utf8Value text(isolate, value);
  if (*text == nullptr) return "";
  return std::string(*text, static_cast<size_t>(text.length()));
}

v8::Local<v8::String> NewPathString(v8::Isolate* isolate,
                                    absl::string_view path) {
  const std::u16string text = PathToText(path);
  return v8::String::NewFromTwoByte(
             isolate, reinterpret_cast<const uint16_t*>(text.data()),
             v8::NewStringType::kNormal, static_cast<int>(text.size()))
      .ToLocalChecked();
}

std::string ToPath(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  const v8::String::Value text(isolate, value);
  if (*text == nullptr) return "";
  return TextToPath({reinterpret_cast<const char16_t*>(*text),
                     static_cast<size_t>(text.length())});
}

}  // namespace rt
