#include "runtime/net/websocket_connection.h"

#include <array>
#include <boost/beast/websocket/error.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/frames/write_queue.h"
#include "runtime/net/net_error.h"
#include "runtime/net/websocket_error.h"
#include "runtime/net/websocket_stream.h"

namespace rt {
namespace {

using Error = WebSocketStream::Error;

}  // namespace

// Shared with the handlers that are under way.
struct WebSocketConnection::Impl : std::enable_shared_from_this<Impl> {
  Impl(std::unique_ptr<WebSocketStream> stream, std::string peer)
      : stream(std::move(stream)), peer(std::move(peer)) {}

  void Read() {
    stream->ReadSome(boost::asio::buffer(input),
                     [self = shared_from_this()](Error error, size_t size) {
                       if (self->delegate != nullptr)
                         self->TakeRead(error, size);
                     });
  }

  void TakeRead(Error error, size_t size) {
    if (size != 0 && !stream->IsBinary()) {
      End(WithCode(absl::DataLossError(
                       absl::StrCat(peer, " sent text where bytes belong")),
                   kBrokenProtocol));
      return;
    }
    if (size != 0) {
      absl::Status status =
          delegate->OnBytes(absl::string_view(input.data(), size));
      if (delegate == nullptr) return;
      if (!status.ok()) {
        End(std::move(status));
        return;
      }
    }
    if (!error) {
      Read();
    } else {
      End(StatusOf(error));
    }
  }

  absl::Status StatusOf(Error error) const {
    if (error == boost::beast::websocket::error::closed) {
      const std::string reason = stream->CloseReason();
      if (reason.empty()) return absl::OkStatus();
      return WithCode(absl::UnavailableError(absl::StrCat(
                          peer, " closed the connection: ", reason)),
                      kClosedByPeer);
    }
    return WebSocketError(error, peer);
  }

  // Reading is over.
  void End(absl::Status status) {
    if (has_ended) return;
    has_ended = true;
    delegate->OnEnd(std::move(status));
  }

  void Write() {
    if (queue.is_writing()) return;
    const std::vector<std::string>& batch = queue.Begin();
    if (batch.empty()) {
      if (is_finishing) Close();
      return;
    }
    std::vector<boost::asio::const_buffer> buffers;
    buffers.reserve(batch.size());
    for (const std::string& bytes : batch) {
      buffers.push_back(boost::asio::buffer(bytes));
    }
    stream->Write(true, buffers, [self = shared_from_this()](Error error) {
      self->TakeWritten(error);
    });
  }

  void TakeWritten(Error error) {
    // Of a failure, Read() tells why, or has.
    const bool has_room = queue.Written(error.failed());
    if (delegate == nullptr) return;
    if (has_room) delegate->OnRoom();
    if (delegate != nullptr) Write();
  }

  void Close() {
    is_finishing = false;
    stream->Close(WebSocketStream::kNormalClose, "",
                  [self = shared_from_this()](Error /*error*/) {
                    if (self->delegate != nullptr) self->delegate->OnFinished();
                  });
  }

  const std::unique_ptr<WebSocketStream> stream;
  const std::string peer;
  Delegate* delegate = nullptr;  // null: not yet, or not any more
  std::array<char, 64 << 10> input;
  WriteQueue queue;
  bool is_finishing = false;
  bool has_ended = false;
};

WebSocketConnection::WebSocketConnection(
    std::unique_ptr<WebSocketStream> stream, std::string peer)
    : impl_(std::make_shared<Impl>(std::move(stream), std::move(peer))) {}

WebSocketConnection::~WebSocketConnection() {
  impl_->delegate = nullptr;
  impl_->stream->tcp().close();
}

const std::string& WebSocketConnection::peer() const { return impl_->peer; }

void WebSocketConnection::Start(Delegate& delegate) {
  impl_->delegate = &delegate;
  impl_->Read();
}

void WebSocketConnection::Send(std::string bytes) {
  impl_->queue.Push(std::move(bytes));
  impl_->Write();
}

bool WebSocketConnection::IsFull() const { return impl_->queue.IsFull(); }

void WebSocketConnection::Finish() {
  impl_->is_finishing = true;
  impl_->Write();
}

}  // namespace rt
