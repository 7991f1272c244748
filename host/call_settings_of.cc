#include "host/call_settings_of.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/net/websocket_client.h"

namespace rt {

absl::StatusOr<CallSettings> CallSettingsOf(const RunOptions& options) {
  CallSettings settings;
  for (const std::string& backend : options.backends) {
    if (absl::Status status = AddBackend(backend, settings); !status.ok()) {
      return status;
    }
  }
  const std::string& path = options.root_certificates;
  if (path.empty()) return settings;
  absl::StatusOr<std::string> roots = ReadRegularFile(path);
  if (!roots.ok()) return roots.status();
  if (const absl::Status status = WebSocketClient::CheckRoots(*roots);
      !status.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", path, "' is no PEM file of certificates: ", status.message()));
  }
  settings.roots = *std::move(roots);
  return settings;
}

}  // namespace rt
