#ifndef RUNTIME_NET_WEBSOCKET_CONNECTION_H_
#define RUNTIME_NET_WEBSOCKET_CONNECTION_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

class WebSocketStream;

// An open WebSocket that carries a stream of bytes both ways, in binary
// messages whose borders mean nothing. Made by a WebSocketClient or a
// WebSocketServer. On the thread of its io_context, which outlives it.
//
// A side that does not answer a ping counts as gone: a connection whose cable
// was cut ends within a minute.
class WebSocketConnection {
 public:
  // May destroy the connection in each of its functions.
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // Some bytes. An error ends the reading, with that error.
    virtual absl::Status OnBytes(absl::string_view bytes) = 0;

    // The queue was full, and now has room.
    virtual void OnRoom() = 0;

    // After Finish(): all has gone out, and the other side has seen the end.
    virtual void OnFinished() = 0;

    // Nothing more will come. OK where the other side closed in order; else
    // Unavailable, "the connection with PEER was cut: ...", or DataLoss for
    // what breaks the protocol. Its code (error_payload.h) is the system's,
    // ECONNRESET, ETIMEDOUT, ERR_CLOSED_BY_HOST or ERR_PROTOCOL. Once.
    virtual void OnEnd(absl::Status status) = 0;
  };

  // `peer` is what errors call the other side.
  WebSocketConnection(std::unique_ptr<WebSocketStream> stream,
                      std::string peer);
  // Cuts it, where it is not closed.
  ~WebSocketConnection();
  WebSocketConnection(const WebSocketConnection&) = delete;
  WebSocketConnection& operator=(const WebSocketConnection&) = delete;

  const std::string& peer() const;

  // Begins to read. Once, before all else. The delegate outlives the
  // connection.
  void Start(Delegate& delegate);

  // Queues bytes, at most kMaxChunk. What can't be written, as nobody reads it
  // any more, is dropped: OnEnd() tells.
  void Send(std::string bytes);
  static constexpr size_t kMaxChunk = (size_t{1} << 30) + (1 << 20);
  bool IsFull() const;

  // Nothing more will be sent: closes in order behind what is queued.
  void Finish();

 private:
  struct Impl;

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_CONNECTION_H_
