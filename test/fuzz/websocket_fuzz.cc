// Bytes as a client sends them over a WebSocket: no input may crash the
// server's side, bring a message that is none, or keep it from its end.

#include <algorithm>
#include <cstdint>

#include "runtime/net/test_fed_websocket.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  // The first byte: how many bytes come at once.
  rt::FeedWebSocket({reinterpret_cast<const char *>(data) + 1, size - 1},
                    std::max<size_t>(data[0], 1));
  return 0;
}
