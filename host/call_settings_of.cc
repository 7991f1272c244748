#include "host/call_settings_of.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/net/websocket_client.h"

namespace rt {

absl::StatusOr<std::shared_ptr<const CallSettings>> CallSettingsOf(
    const std::vector<std::string>& backends,
    const std::string& root_certificates) {
  auto settings = std::make_shared<CallSettings>();
  for (const std::string& backend : backends) {
    if (absl::Status status = AddBackend(backend, *settings); !status.ok()) {
      return status;
    }
  }
  if (root_certificates.empty()) return settings;
  absl::StatusOr<std::string> roots = ReadRegularFile(root_certificates);
  if (!roots.ok()) return roots.status();
  if (const absl::Status status = WebSocketClient::CheckRoots(*roots);
      !status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", root_certificates,
                     "' is no PEM file of certificates: ", status.message()));
  }
  settings->roots = *std::move(roots);
  return settings;
}

}  // namespace rt
