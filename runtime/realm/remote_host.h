#ifndef RUNTIME_REALM_REMOTE_HOST_H_
#define RUNTIME_REALM_REMOTE_HOST_H_

#include <string>

#include "absl/status/statusor.h"
#include "runtime/net/websocket_client.h"
#include "runtime/policy/policy.h"

namespace rt {

// Where a remote realm is to run, as its maker says it.
struct RemoteRequest {
  std::string url;        // "wss://host:port"
  std::string token;      // see runtime/net/token.h
  std::string root_file;  // the path of a PEM file; empty for none
  bool is_insecure_allowed = false;
};

// The way to the host, which is trusted by the file's certificates, by `roots`
// (the text of a PEM file, or empty), which are the process's, and by the
// system's. Reads the file, and blocks on that.
//
// Fails with InvalidArgument where the URL, the token or the file is none, with
// the file system's error where the file cannot be read, and with Denied()
// where `maker`, the policy of the sandbox that asks, or null, does not grant
// the host (net) or the file (read).
absl::StatusOr<WebSocketClient::Options> CheckRemote(
    const RemoteRequest& request, const Policy* maker,
    const std::string& roots);

}  // namespace rt

#endif  // RUNTIME_REALM_REMOTE_HOST_H_
