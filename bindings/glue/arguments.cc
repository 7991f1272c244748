#include "bindings/glue/arguments.h"

#include <cstring>

#include "runtime/engine/strings.h"

namespace rt {

std::string Arguments::String(int index) const {
  return ToUtf8(isolate(), info_[index]);
}

double Arguments::Number(int index) const {
  return info_[index]->NumberValue(context()).FromMaybe(0);
}

double Arguments::NumberAt(int index, uint32_t position) const {
  return info_[index]
      .As<v8::Array>()
      ->Get(context(), position)
      .FromMaybe(v8::Undefined(isolate()).As<v8::Value>())
      ->NumberValue(context())
      .FromMaybe(0);
}

int64_t Arguments::Integer(int index) const {
  return info_[index]->IntegerValue(context()).FromMaybe(0);
}

bool Arguments::Bool(int index) const {
  return info_[index]->BooleanValue(isolate());
}

absl::Span<uint8_t> BytesOf(v8::Local<v8::Value> value) {
  if (value->IsArrayBufferView()) {
    const auto view = value.As<v8::ArrayBufferView>();
    return absl::MakeSpan(
        static_cast<uint8_t*>(view->Buffer()->Data()) + view->ByteOffset(),
        view->ByteLength());
  }
  if (value->IsArrayBuffer()) {
    const auto buffer = value.As<v8::ArrayBuffer>();
    return absl::MakeSpan(static_cast<uint8_t*>(buffer->Data()),
                          buffer->ByteLength());
  }
  if (value->IsSharedArrayBuffer()) {
    const auto buffer = value.As<v8::SharedArrayBuffer>();
    return absl::MakeSpan(static_cast<uint8_t*>(buffer->Data()),
                          buffer->ByteLength());
  }
  return {};
}

void Arguments::Return(absl::string_view text) const {
  info_.GetReturnValue().Set(NewString(isolate(), text));
}

v8::Local<v8::Uint8Array> NewBytes(v8::Isolate* isolate,
                                   absl::string_view bytes) {
  v8::Local<v8::ArrayBuffer> buffer =
      v8::ArrayBuffer::New(isolate, bytes.size());
  if (!bytes.empty()) memcpy(buffer->Data(), bytes.data(), bytes.size());
  return v8::Uint8Array::New(buffer, 0, bytes.size());
}

}  // namespace rt
