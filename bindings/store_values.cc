#include "bindings/store_values.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "bindings/file_values.h"
#include "bindings/glue/arguments.h"
#include "runtime/base/error_payload.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/frames/fields.h"
#include "runtime/realm/message_frames.h"
#include "runtime/realm/message_reader.h"
#include "runtime/realm/message_writer.h"

namespace rt {
namespace {

std::string TextOf(v8::Isolate* isolate, v8::Local<v8::String> text) {
  std::string bytes(text->Utf8LengthV2(isolate), '\0');
  text->WriteUtf8V2(isolate, bytes.data(), bytes.size(),
                    v8::String::WriteFlags::kReplaceInvalidUtf8);
  return bytes;
}

absl::Status Damaged() {
  absl::Status status = absl::DataLossError(
      "a value in the store is damaged: its bytes are those of no value "
      "(EBADMSG)");
  SetErrorPayload(status, kErrorCode, "EBADMSG");
  return status;
}

absl::StatusOr<v8::Local<v8::Value>> Cloned(v8::Isolate* isolate,
                                            absl::string_view bytes) {
  FieldReader fields(bytes);
  std::unique_ptr<Message> message = ReadMessageFields(fields);
  if (message == nullptr || !fields.AtEnd()) return Damaged();
  v8::EscapableHandleScope handles(isolate);
  IsolateScope scope(IsolateHost::Of(isolate));
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> value;
  if (!ReadMessage(scope, std::move(message)).ToLocal(&value)) {
    return Damaged();
  }
  return handles.Escape(value);
}

}  // namespace

std::optional<StoredValue> ToStored(v8::Isolate* isolate,
                                    v8::Local<v8::Value> value) {
  StoredValue stored;
  if (value->IsString()) {
    stored.kind = StoredKind::kText;
    stored.bytes = TextOf(isolate, value.As<v8::String>());
    return stored;
  }
  if (value->IsArrayBuffer() || value->IsArrayBufferView() ||
      value->IsSharedArrayBuffer()) {
    const absl::Span<uint8_t> bytes = BytesOf(value);
    stored.bytes.assign(reinterpret_cast<const char*>(bytes.data()),
                        bytes.size());
    return stored;
  }
  IsolateScope scope(IsolateHost::Of(isolate));
  // Nothing of this process may be in it: it may be read by another one.
  const std::unique_ptr<Message> message =
      WriteMessage(scope, value, v8::Undefined(isolate), Reach::kOtherProcess);
  if (message == nullptr) return std::nullopt;
  stored.kind = StoredKind::kCloned;
  AppendMessage(stored.bytes, message.get());
  return stored;
}

absl::StatusOr<v8::Local<v8::Value>> FromStored(v8::Isolate* isolate,
                                                StoredKind kind,
                                                absl::string_view bytes) {
  switch (kind) {
    case StoredKind::kText:
      return NewString(isolate, bytes).As<v8::Value>();
    case StoredKind::kBytes: {
      ByteBuffer copy;
      if (!copy.Resize(bytes.size())) {
        return absl::ResourceExhaustedError(
            "there is not enough memory for a copy of the value");
      }
      if (!bytes.empty()) memcpy(copy.data(), bytes.data(), bytes.size());
      return ToValue(isolate, std::move(copy));
    }
    case StoredKind::kCloned:
      return Cloned(isolate, bytes);
  }
  return Damaged();
}

void ReturnOrThrow(const Arguments& args,
                   const absl::StatusOr<v8::Local<v8::Value>>& value) {
  if (value.ok()) {
    args.Return(*value);
  } else {
    ThrowStatus(args.isolate(), value.status());
  }
}

}  // namespace rt
