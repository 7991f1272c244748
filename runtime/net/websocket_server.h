#ifndef RUNTIME_NET_WEBSOCKET_SERVER_H_
#define RUNTIME_NET_WEBSOCKET_SERVER_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/net/websocket_connection.h"
#include "runtime/net/websocket_url.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// Accepts WebSockets from clients that know the token, and answers 401 to
// others. On the thread of its io_context, which outlives it.
class WebSocketServer {
 public:
  struct TlsFiles {
    std::string certificate;  // PEM, the server's own first, then its chain
    std::string key;          // PEM
  };
  struct Options {
    // An address of this machine; port 0 for one that is free.
    HostPort at;
    // Without them the server refuses addresses that are not loopback, unless
    // the next one is set: the token could be read on its way.
    std::optional<TlsFiles> tls;
    bool is_insecure_allowed = false;
    std::string token;
    // Gets what its operator should know of the certificate, in one line, when
    // it begins to listen. May be null.
    std::function<void(absl::string_view)> warn;
  };

  // A client whose token is right. Its peer is its address.
  using OnAccept =
      absl::AnyInvocable<void(std::unique_ptr<WebSocketConnection>)>;

  // Listens when it returns. Each error names the address or the file.
  static absl::StatusOr<std::unique_ptr<WebSocketServer>> Listen(
      boost::asio::io_context& context, Options options, OnAccept on_accept);

  // Accepts no more. What it accepted goes on.
  ~WebSocketServer();
  WebSocketServer(const WebSocketServer&) = delete;
  WebSocketServer& operator=(const WebSocketServer&) = delete;

  // Where it listens.
  const HostPort& at() const;

  // A client that has not shown its token this long after it came is cut off.
  static constexpr int kHandshakeSeconds = 10;
  // So many at once; more wait in the kernel.
  static constexpr int kMaxHandshakes = 64;

 private:
  struct Impl;

  explicit WebSocketServer(std::shared_ptr<Impl> impl);

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_SERVER_H_
