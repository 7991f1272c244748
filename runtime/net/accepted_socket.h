#ifndef RUNTIME_NET_ACCEPTED_SOCKET_H_
#define RUNTIME_NET_ACCEPTED_SOCKET_H_

#include <memory>
#include <string>

#include "runtime/base/unique_fd.h"

// OpenSSL's.
struct ssl_st;

namespace rt {

struct SslDeleter {
  void operator()(ssl_st* tls) const;
};

// A connection that an HTTP server accepted, over TCP or a unix socket, and
// gives away, as for a WebSocket. It does not block.
struct AcceptedSocket {
  UniqueFd fd;
  // TLS, shaken hands on; null: without.
  std::unique_ptr<ssl_st, SslDeleter> tls;
  // What the client has sent and was read before it was given away.
  std::string early;
};

}  // namespace rt

#endif  // RUNTIME_NET_ACCEPTED_SOCKET_H_
