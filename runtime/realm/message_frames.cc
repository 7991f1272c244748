#include "runtime/realm/message_frames.h"

#include <cstring>
#include <utility>

#include "runtime/base/check.h"

namespace rt {
namespace {

void AppendValue(std::string& payload, const Message* message) {
  AppendBytes(payload, message == nullptr
                           ? ""
                           : absl::string_view(reinterpret_cast<const char*>(
                                                   message->bytes.get()),
                                               message->size));
}

// The bytes of a value are never empty: they begin with V8's version.
std::unique_ptr<Message> ReadValue(FieldReader& fields) {
  const absl::string_view bytes = fields.Bytes();
  if (bytes.empty()) return nullptr;
  auto message = std::make_unique<Message>();
  message->bytes.reset(static_cast<uint8_t*>(malloc(bytes.size())));
  RT_CHECK(message->bytes != nullptr);
  memcpy(message->bytes.get(), bytes.data(), bytes.size());
  message->size = bytes.size();
  return message;
}

}  // namespace

void AppendMessage(std::string& payload, const Message* message) {
  if (message != nullptr) {
    RT_CHECK(message->buffers.empty() && message->shared_buffers.empty() &&
             message->wasm_modules.empty() && message->ports.empty());
  }
  AppendValue(payload, message);
  AppendValue(payload,
              message == nullptr ? nullptr : message->platform_objects.get());
}

std::unique_ptr<Message> ReadMessageFields(FieldReader& fields) {
  std::unique_ptr<Message> message = ReadValue(fields);
  std::unique_ptr<Message> platform_objects = ReadValue(fields);
  if (message != nullptr)
    message->platform_objects = std::move(platform_objects);
  return message;
}

}  // namespace rt
