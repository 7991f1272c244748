#ifndef RUNTIME_NET_TLS_H_
#define RUNTIME_NET_TLS_H_

#include <string>

#include "absl/status/statusor.h"
#include "runtime/net/websocket_stream.h"

namespace rt {

// TLS 1.2 and newer, with what the system's OpenSSL thinks is strong enough.
// Not for users of runtime/net. Errors name the file.

// Trusts the system's authorities, and those of the PEM file where one is
// given.
absl::StatusOr<WebSocketStream::TlsContext> ClientTlsContext(
    const std::string& root_file);

// PEM files: the chain of the server's certificate, its own first, and its key.
absl::StatusOr<WebSocketStream::TlsContext> ServerTlsContext(
    const std::string& certificate_file, const std::string& key_file);

}  // namespace rt

#endif  // RUNTIME_NET_TLS_H_
