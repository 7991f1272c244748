#ifndef RUNTIME_NET_HTTP_HTTP_SERVER_CORE_H_
#define RUNTIME_NET_HTTP_HTTP_SERVER_CORE_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/any_invocable.h"
#include "runtime/net/http/http_connection.h"
#include "runtime/net/http/http_date.h"
#include "runtime/net/http/http_exchange.h"
#include "runtime/net/http/http_limits.h"
#include "runtime/net/http/request_parser.h"
#include "runtime/net/http/server_tls.h"
#include "runtime/net/http/socket_poller.h"

namespace rt {

// What the connections of one server share. Not for users of runtime/net/http.
struct HttpServerCore {
  static constexpr size_t kReadBuffer = 64 << 10;

  HttpLimits limits;
  std::unique_ptr<SocketPoller> poller;
  // Null: without TLS.
  ServerTls tls{nullptr, &SSL_CTX_free};
  HttpDate date;

  // What is read, before it is parsed, and answers while they are written.
  std::unique_ptr<char[]> read_buffer{new char[kReadBuffer]};
  std::string out;
  // Of whoever parses a head, or null while somebody has it for a body.
  std::unique_ptr<RequestParser> parser;

  // Requests that nobody has taken, and who wants to know that there are some.
  std::deque<HttpExchange*> ready;
  absl::AnyInvocable<void()> on_ready;
  bool is_closing = false;

  absl::flat_hash_map<HttpConnection*, std::unique_ptr<HttpConnection>>
      connections;
  // What may still be on the stack; gone when the round is over.
  std::vector<std::unique_ptr<HttpConnection>> dead;
  std::vector<std::unique_ptr<HttpExchange>> retired;
  // To be used again.
  std::vector<std::unique_ptr<HttpExchange>> spare;

  std::unique_ptr<HttpExchange> TakeExchange();
  void AddReady(HttpExchange* exchange);
  void RemoveReady(HttpExchange* exchange);
  void Bury(HttpConnection* connection);
  // Nothing of the connections' is on the stack.
  void Sweep();
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HTTP_SERVER_CORE_H_
