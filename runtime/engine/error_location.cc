#include "runtime/engine/error_location.h"

#include <cstdint>

#include "runtime/engine/strings.h"

namespace rt {
namespace {

// An array of file, line, column and source line.
v8::Local<v8::Private> Key(v8::Isolate* isolate) {
  return v8::Private::ForApi(isolate, NewString(isolate, "rt:errorLocation"));
}

}  // namespace

void SetErrorLocation(v8::Isolate* isolate, v8::Local<v8::Value> error,
                      const ErrorLocation& location) {
  if (!error->IsObject()) return;
  v8::Local<v8::Value> fields[] = {
      NewString(isolate, location.file),
      v8::Integer::New(isolate, location.line),
      v8::Integer::New(isolate, location.column),
      NewString(isolate, location.source_line),
  };
  // A proxy or a frozen object takes none, and no harm is done.
  const v8::Maybe<bool> set = error.As<v8::Object>()->SetPrivate(
      isolate->GetCurrentContext(), Key(isolate),
      v8::Array::New(isolate, fields, std::size(fields)));
  static_cast<void>(set);
}

std::optional<ErrorLocation> GetErrorLocation(v8::Isolate* isolate,
                                              v8::Local<v8::Value> error) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> value;
  if (!error->IsObject() || error->IsProxy() ||
      !error.As<v8::Object>()
           ->GetPrivate(context, Key(isolate))
           .ToLocal(&value) ||
      !value->IsArray()) {
    return std::nullopt;
  }
  const auto field = [&](uint32_t index) {
    return value.As<v8::Array>()->Get(context, index).ToLocalChecked();
  };
  ErrorLocation location;
  location.file = ToUtf8(isolate, field(0));
  location.line = field(1).As<v8::Int32>()->Value();
  location.column = field(2).As<v8::Int32>()->Value();
  location.source_line = ToUtf8(isolate, field(3));
  return location;
}

}  // namespace rt
