#include "runtime/net/websocket_frames.h"

#include <utility>

#include "runtime/frames/frame_reader.h"

namespace rt {

static_assert(WebSocketConnection::kMaxChunk > kMaxFramePayload);

// Held by each call that may end in the delegate's destroying the rest.
struct WebSocketFrames::Impl : WebSocketConnection::Delegate,
                               std::enable_shared_from_this<Impl> {
  absl::Status OnBytes(absl::string_view bytes) override {
    const std::shared_ptr<Impl> self = shared_from_this();
    return reader.Read(bytes, [this](Frame frame) {
      if (delegate == nullptr) return absl::CancelledError();
      return delegate->OnFrame(std::move(frame));
    });
  }

  void OnRoom() override { delegate->OnRoom(); }

  void OnFinished() override { delegate->OnFinished(); }

  void OnEnd(absl::Status status) override {
    delegate->OnEnd(status.ok() ? reader.Finish() : std::move(status));
  }

  std::unique_ptr<WebSocketConnection> connection;
  FrameTransport::Delegate *delegate = nullptr;  // null: the transport is gone
  FrameReader reader;
};

WebSocketFrames::WebSocketFrames(
    std::unique_ptr<WebSocketConnection> connection)
    : impl_(std::make_shared<Impl>()) {
  impl_->connection = std::move(connection);
}

WebSocketFrames::~WebSocketFrames() {
  impl_->delegate = nullptr;
  // Tells nothing from now on.
  impl_->connection.reset();
}

void WebSocketFrames::Start(Delegate &delegate) {
  impl_->delegate = &delegate;
  impl_->connection->Start(*impl_);
}

void WebSocketFrames::Send(uint8_t type, absl::string_view payload) {
  impl_->connection->Send(EncodeFrame(type, payload));
}

bool WebSocketFrames::IsFull() const { return impl_->connection->IsFull(); }

void WebSocketFrames::Finish() { impl_->connection->Finish(); }

}  // namespace rt
