#ifndef RUNTIME_NET_WEBSOCKET_DIALER_H_
#define RUNTIME_NET_WEBSOCKET_DIALER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/net/websocket_field.h"
#include "runtime/net/websocket_stream.h"
#include "runtime/net/websocket_url.h"
#include "runtime/observe/request_observer.h"

namespace rt {

// The way to a WebSocket server: address, TCP, TLS, upgrade. On the thread of
// the io_context, which outlives it. Not for users of runtime/net.
class WebSocketDialer {
 public:
  struct Options {
    WebSocketUrl url;
    // The request's Host; empty for the URL's host and port.
    std::string host;
    std::string target = "/";
    std::vector<WebSocketField> fields;
    // Of WebSocketClient::Options. An empty token is none, and none goes
    // anywhere in the clear.
    std::string token;
    std::string roots;
    bool is_insecure_allowed = false;
    WebSocketStream::Settings settings;
  };

  struct Opened {
    std::unique_ptr<WebSocketStream> stream;
    WebSocketStream::Response response;
    BackendObservation::End figures;
  };

  // Errors as of WebSocketClient::OnOpen.
  using OnOpen = absl::AnyInvocable<void(absl::StatusOr<Opened>)>;
  static constexpr int kStepSeconds = 30;

  // Calls `on_open` once, later, and not after the destructor; it may destroy
  // the dialer.
  WebSocketDialer(boost::asio::io_context& context, Options options,
                  OnOpen on_open);
  ~WebSocketDialer();
  // Of the way so far, as of a call to a backend that is the upgrade alone; its
  // outcome is not among them. Before it is open.
  BackendObservation::End Figures() const;

  WebSocketDialer(const WebSocketDialer&) = delete;
  WebSocketDialer& operator=(const WebSocketDialer&) = delete;

 private:
  struct Impl;

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_DIALER_H_
