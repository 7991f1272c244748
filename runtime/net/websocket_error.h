#ifndef RUNTIME_NET_WEBSOCKET_ERROR_H_
#define RUNTIME_NET_WEBSOCKET_ERROR_H_

#include <boost/system/error_code.hpp>
#include <string>

#include "absl/status/status.h"

namespace rt {

// Why an open WebSocket ended by an error of Beast, other than by a close in
// order: Unavailable, "the connection with PEER was cut: ...", or DataLoss for
// what breaks RFC 6455. With a code (net_error.h). Not for users of
// runtime/net.
absl::Status WebSocketError(const boost::system::error_code& error,
                            const std::string& peer);

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_ERROR_H_
