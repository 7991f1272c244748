#ifndef RUNTIME_NET_WEBSOCKET_URL_H_
#define RUNTIME_NET_WEBSOCKET_URL_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// A host and a port, as in "127.0.0.1:80", "host:80" and "[::1]:80".
struct HostPort {
  std::string host;  // without brackets
  uint16_t port = 0;

  // With brackets where they are needed.
  std::string Text() const;
};

// InvalidArgument, which says what is wrong, for anything else.
absl::StatusOr<HostPort> ParseHostPort(absl::string_view text);

// Where a WebSocket server is: "wss://host:port", or "ws://" without TLS. The
// ports of the scheme's are 443 and 80. No path but "/", as there is nothing to
// tell apart on a server of rt's.
struct WebSocketUrl {
  bool is_secure = true;
  HostPort at;

  std::string Text() const;
};

absl::StatusOr<WebSocketUrl> ParseWebSocketUrl(absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_URL_H_
