#include "runtime/engine/status_error.h"

#include <string>

#include "runtime/base/error_payload.h"
#include "runtime/base/error_phase.h"
#include "runtime/engine/properties.h"
#include "runtime/engine/strings.h"

namespace rt {

v8::Local<v8::Value> StatusError(v8::Isolate* isolate,
                                 const absl::Status& status) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::String> message = NewString(isolate, status.message());
  const v8::Local<v8::Value> error = absl::IsInvalidArgument(status)
                                         ? v8::Exception::TypeError(message)
                                         : v8::Exception::Error(message);
  const auto take = [&](const char* key) {
    const std::string value = GetErrorPayload(status, key);
    if (value.empty()) return;
    SetOwn(context, error.As<v8::Object>(), key, NewPathString(isolate, value));
  };
  for (const char* key : kErrorPayloads) take(key);
  take(kErrorPhase);
  return error;
}

void ThrowStatus(v8::Isolate* isolate, const absl::Status& status) {
  isolate->ThrowException(StatusError(isolate, status));
}

}  // namespace rt
