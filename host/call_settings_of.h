#ifndef HOST_CALL_SETTINGS_OF_H_
#define HOST_CALL_SETTINGS_OF_H_

#include "absl/status/statusor.h"
#include "host/rt.h"
#include "runtime/net/client/call_settings.h"

namespace rt {

// The options' backends and root certificates. Fails, naming it, with what is
// wrong with one.
absl::StatusOr<CallSettings> CallSettingsOf(const RunOptions& options);

}  // namespace rt

#endif  // HOST_CALL_SETTINGS_OF_H_
