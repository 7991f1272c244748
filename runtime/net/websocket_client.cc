#include "runtime/net/websocket_client.h"

#include <utility>

#include "runtime/net/tls.h"
#include "runtime/net/websocket_dialer.h"

namespace rt {

absl::Status WebSocketClient::CheckRoots(const std::string& roots) {
  return rt::CheckRoots(roots);
}

WebSocketClient::WebSocketClient(boost::asio::io_context& context,
                                 Options options, OnOpen on_open) {
  std::string peer = options.url.Text();
  dialer_ = std::make_unique<WebSocketDialer>(
      context,
      WebSocketDialer::Options{
          .url = std::move(options.url),
          .token = std::move(options.token),
          .roots = std::move(options.roots),
          .is_insecure_allowed = options.is_insecure_allowed},
      [peer = std::move(peer), on_open = std::move(on_open)](
          absl::StatusOr<WebSocketDialer::Opened> opened) mutable {
        if (!opened.ok()) return on_open(opened.status());
        on_open(std::make_unique<WebSocketConnection>(std::move(opened->stream),
                                                      std::move(peer)));
      });
}

WebSocketClient::~WebSocketClient() = default;

}  // namespace rt
