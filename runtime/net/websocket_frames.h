#ifndef RUNTIME_NET_WEBSOCKET_FRAMES_H_
#define RUNTIME_NET_WEBSOCKET_FRAMES_H_

#include <memory>

#include "runtime/frames/frame_transport.h"
#include "runtime/net/websocket_connection.h"

namespace rt {

// Frames over a WebSocket, which cuts their bytes as it likes. On the
// connection's thread.
class WebSocketFrames : public FrameTransport {
 public:
  explicit WebSocketFrames(std::unique_ptr<WebSocketConnection> connection);
  ~WebSocketFrames() override;

  void Start(Delegate &delegate) override;
  void Send(uint8_t type, absl::string_view payload) override;
  bool IsFull() const override;
  // Closes the whole connection in order.
  void Finish() override;

 private:
  struct Impl;

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_FRAMES_H_
