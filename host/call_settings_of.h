#ifndef HOST_CALL_SETTINGS_OF_H_
#define HOST_CALL_SETTINGS_OF_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/net/client/call_settings.h"

namespace rt {

// Of RunOptions, or RealmHostOptions. Fails, naming it, with what is wrong with
// one.
absl::StatusOr<std::shared_ptr<const CallSettings>> CallSettingsOf(
    const std::vector<std::string>& backends,
    const std::string& root_certificates);

}  // namespace rt

#endif  // HOST_CALL_SETTINGS_OF_H_
