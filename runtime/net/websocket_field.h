#ifndef RUNTIME_NET_WEBSOCKET_FIELD_H_
#define RUNTIME_NET_WEBSOCKET_FIELD_H_

#include <string>

namespace rt {

// A line in the head of the request for a WebSocket, or of its answer. Neither
// name nor value has an end of line in it.
struct WebSocketField {
  std::string name;
  std::string value;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_FIELD_H_
