#ifndef RUNTIME_ENGINE_STATUS_ERROR_H_
#define RUNTIME_ENGINE_STATUS_ERROR_H_

#include <v8.h>

#include "absl/status/status.h"

namespace rt {

// The JavaScript Error for a status that is not OK: its message, and as own
// properties the payloads that the runtime attached ("code" such as 'ENOENT',
// "path", "syscall"; see runtime/base/error_payload.h). The only place where a
// status becomes an exception. Isolate entered.
v8::Local<v8::Value> StatusError(v8::Isolate* isolate,
                                 const absl::Status& status);

// Throws StatusError() in the calling JavaScript.
void ThrowStatus(v8::Isolate* isolate, const absl::Status& status);

}  // namespace rt

#endif  // RUNTIME_ENGINE_STATUS_ERROR_H_
