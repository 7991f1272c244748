#ifndef RUNTIME_NET_HTTP_WEBSOCKET_REQUEST_H_
#define RUNTIME_NET_HTTP_WEBSOCKET_REQUEST_H_

#include "runtime/net/http/request_head.h"

namespace rt {

// Of a head that asks for an upgrade: whether it is one to a WebSocket
// (RFC 6455, 4.2.1), which it sets. Returns 0, or the status that refuses the
// request: 400 for one that is malformed, 426 for another version than 13.
// Another upgrade is nobody's business here: a server may ignore it (RFC 9110,
// 7.8).
int CheckWebSocketRequest(RequestHead& head);

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_WEBSOCKET_REQUEST_H_
