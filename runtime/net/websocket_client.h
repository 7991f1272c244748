#ifndef RUNTIME_NET_WEBSOCKET_CLIENT_H_
#define RUNTIME_NET_WEBSOCKET_CLIENT_H_

#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/net/websocket_connection.h"
#include "runtime/net/websocket_url.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

class WebSocketDialer;

// Opens a connection to a WebSocket server. On the thread of the io_context,
// which outlives it.
class WebSocketClient {
 public:
  struct Options {
    WebSocketUrl url;
    // Who asks: goes to the server in the request's head, after TLS. Visible
    // ASCII (token.h).
    std::string token;
    // The text of a PEM file with certificates of authorities that are trusted
    // beside the system's. The server's certificate and its name are always
    // checked.
    std::string roots;
    // Without TLS a token can be read on its way, so "ws://" goes to loopback
    // addresses only, unless this is set.
    bool is_insecure_allowed = false;
  };

  // InvalidArgument where `roots` has no certificate.
  static absl::Status CheckRoots(const std::string& roots);

  // Each error names the URL and what failed: to find the host's address, to
  // connect, TLS, the upgrade, or time, of which each step has half a minute.
  // Its code (error_payload.h) tells programs: the system's, as ECONNREFUSED,
  // ENOTFOUND, ETIMEDOUT, ERR_NOT_ENCRYPTED, ERR_TLS, ERR_TLS_CERTIFICATE,
  // ERR_TOKEN_REFUSED or ERR_NO_WEBSOCKET.
  // Unauthenticated: the server refused the token. Unavailable: another try may
  // succeed. FailedPrecondition: it will not.
  using OnOpen = absl::AnyInvocable<void(
      absl::StatusOr<std::unique_ptr<WebSocketConnection>>)>;

  // Calls `on_open` once, later, and not after the destructor; it may destroy
  // the client.
  WebSocketClient(boost::asio::io_context& context, Options options,
                  OnOpen on_open);
  ~WebSocketClient();
  WebSocketClient(const WebSocketClient&) = delete;
  WebSocketClient& operator=(const WebSocketClient&) = delete;

 private:
  std::unique_ptr<WebSocketDialer> dialer_;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_CLIENT_H_
