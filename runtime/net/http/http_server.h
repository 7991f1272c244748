#ifndef RUNTIME_NET_HTTP_HTTP_SERVER_H_
#define RUNTIME_NET_HTTP_HTTP_SERVER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/net/http/http_exchange.h"
#include "runtime/net/http/http_limits.h"
#include "runtime/net/http/listener.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// Answers HTTP/1.1 (RFC 9112): parses what comes, refuses what is malformed,
// and hands out the rest as exchanges. Knows no JavaScript.
//
// On the thread of its io_context, which outlives it.
class HttpServer {
 public:
  struct Tls {
    std::string certificate;  // PEM, the server's own first, then its chain
    std::string key;          // PEM
  };
  struct Options {
    ListenAt at;
    std::optional<Tls> tls;
    HttpLimits limits;
    // There are exchanges to be taken, and there were none. Called between
    // turns, or out of the functions of an exchange.
    absl::AnyInvocable<void()> on_ready;
    // Close() or Abort() was called, and no connection is left. Once.
    absl::AnyInvocable<void()> on_closed;
  };

  // Listens when it returns. Errors name the address, or what is wrong with the
  // certificate, and have a code (runtime/net/net_error.h).
  static absl::StatusOr<std::unique_ptr<HttpServer>> Listen(
      boost::asio::io_context& context, Options options);
  // Cuts what is left, and tells nobody.
  ~HttpServer();

  // Where it listens.
  const std::string& host() const;
  uint16_t port() const;

  // The next request that nobody has taken; null where there is none.
  HttpExchange* Take();

  // Listens no more, closes idle connections, and each other one after the
  // answer that it waits for.
  void Close();
  // Listens no more, and cuts all connections.
  void Abort();

 private:
  struct Impl;

  explicit HttpServer(std::shared_ptr<Impl> impl);

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HTTP_SERVER_H_
