#ifndef RUNTIME_NET_HTTP_SERVER_TLS_H_
#define RUNTIME_NET_HTTP_SERVER_TLS_H_

#include <openssl/ssl.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace rt {

using ServerTls = std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)>;

// TLS 1.2 and newer, for HTTP/1.1 (ALPN). PEM texts: the chain of the server's
// certificate, its own first, and its key. InvalidArgument where they are none,
// or not of each other. Not for users of runtime/net/http.
absl::StatusOr<ServerTls> MakeServerTls(const std::string& certificate,
                                        const std::string& key);

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_SERVER_TLS_H_
