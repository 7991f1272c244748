#ifndef BINDINGS_WEB_SOCKET_BINDING_H_
#define BINDINGS_WEB_SOCKET_BINDING_H_

#include "bindings/glue/arguments.h"
#include "bindings/glue/function_table.h"
#include "runtime/net/websocket_messages.h"

namespace rt {

// natives.webSocket: open WebSockets, and a client's way to one. A server's
// begins with natives.http.upgrade.
NativeModule WebSocketBinding();

// A NativeSocketLimits (modules/natives.d.ts).
WebSocketMessages::Limits ToSocketLimits(const Arguments& args, int index);

}  // namespace rt

#endif  // BINDINGS_WEB_SOCKET_BINDING_H_
