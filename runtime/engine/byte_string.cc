#include "runtime/engine/byte_string.h"

#include <cstdint>

namespace rt {

v8::Local<v8::String> NewByteString(v8::Isolate* isolate,
                                    absl::string_view bytes,
                                    v8::NewStringType type) {
  return v8::String::NewFromOneByte(
             isolate, reinterpret_cast<const uint8_t*>(bytes.data()), type,
             static_cast<int>(bytes.size()))
      .ToLocalChecked();
}

void AppendByteString(v8::Isolate* isolate, v8::Local<v8::String> text,
                      std::string& out) {
  const size_t at = out.size();
  const auto length = static_cast<uint32_t>(text->Length());
  out.resize(at + length);
  text->WriteOneByteV2(isolate, 0, length,
                       reinterpret_cast<uint8_t*>(out.data() + at));
}

}  // namespace rt
