#include "runtime/realm/remote_host.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/net/token.h"
#include "runtime/policy/path_gate.h"

namespace rt {
namespace {

absl::StatusOr<std::string> ReadRoots(const std::string& path,
                                      const Policy* maker) {
  std::optional<CheckedPath> checked;
  if (maker != nullptr) {
    absl::StatusOr<CheckedPath> granted = CheckedPath::Check(
        *maker, path, PathUse::kRead, absl::StrCat("read '", path, "'"));
    if (!granted.ok()) return granted.status();
    checked = *std::move(granted);
  }
  absl::StatusOr<std::string> roots =
      ReadRegularFile(checked.has_value() ? checked->path() : path);
  if (!roots.ok()) {
    return checked.has_value() ? checked->Rename(roots.status(), path)
                               : roots.status();
  }
  if (const absl::Status status = WebSocketClient::CheckRoots(*roots);
      !status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("cert: '", path,
                     "' is no PEM file of certificates: ", status.message()));
  }
  return roots;
}

}  // namespace

absl::StatusOr<WebSocketClient::Options> CheckRemote(
    const RemoteRequest& request, const Policy* maker,
    const std::string& roots) {
  WebSocketClient::Options options;
  absl::StatusOr<WebSocketUrl> url = ParseWebSocketUrl(request.url);
  if (!url.ok()) return url.status();
  if (absl::Status status = CheckToken(request.token); !status.ok()) {
    return status;
  }
  if (maker != nullptr && !maker->MayConnect(url->at.host, url->at.port)) {
    const std::string at = url->at.Text();
    return Denied(absl::StrCat("connect to ", url->Text()),
                  absl::StrCat("sandbox.net with '", at, "'"));
  }
  options.url = *std::move(url);
  options.token = request.token;
  options.is_insecure_allowed = request.is_insecure_allowed;
  options.roots = roots;
  if (request.root_file.empty()) return options;
  absl::StatusOr<std::string> own = ReadRoots(request.root_file, maker);
  if (!own.ok()) return own.status();
  options.roots =
      roots.empty() ? *std::move(own) : absl::StrCat(*own, "\n", roots);
  return options;
}

}  // namespace rt
