#ifndef RUNTIME_NET_TLS_H_
#define RUNTIME_NET_TLS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/net/websocket_stream.h"

namespace rt {

// TLS 1.2 and newer, with what the system's OpenSSL thinks is strong enough.
// Not for users of runtime/net.

// Trusts the system's authorities, and those of `roots` beside them: the text
// of a PEM file, or empty.
//
// OpenSSL takes a tenth of a second to read the authorities of a usual system,
// so the last context is kept for whoever asks for the same. Any thread.
absl::StatusOr<WebSocketStream::TlsContext> ClientTlsContext(
    const std::string& roots);

// InvalidArgument where `roots` has no certificate.
absl::Status CheckRoots(const std::string& roots);

// PEM files: the chain of the server's certificate, its own first, and its key.
// Errors name the file.
absl::StatusOr<WebSocketStream::TlsContext> ServerTlsContext(
    const std::string& certificate_file, const std::string& key_file);

// What keeps clients from trusting a server's certificate today, "has expired";
// empty where it is in date.
std::string DateProblem(const WebSocketStream::TlsContext& server);

}  // namespace rt

#endif  // RUNTIME_NET_TLS_H_
