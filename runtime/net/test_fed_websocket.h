#ifndef RUNTIME_NET_TEST_FED_WEBSOCKET_H_
#define RUNTIME_NET_TEST_FED_WEBSOCKET_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace rt {

// For the fuzzer: opens a server's WebSocket, sends it these bytes as a client
// would behind its request, so many at once, closes, and CHECKs that what the
// server is told is in order and has an end.
void FeedWebSocket(absl::string_view bytes, size_t at_once);

}  // namespace rt

#endif  // RUNTIME_NET_TEST_FED_WEBSOCKET_H_
