#include "runtime/ipc/frame_socket.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/frames/frame_reader.h"
#include "runtime/frames/write_queue.h"

namespace rt {

using boost::asio::local::stream_protocol;
using boost::system::error_code;

// Shared with the handlers that are under way.
struct FrameSocket::Impl : std::enable_shared_from_this<Impl> {
  Impl(IoThread& io, UniqueFd fd) : socket(io.context()) {
    error_code error;
    socket.assign(stream_protocol(), fd.get(), error);
    if (!error) fd.Release();
  }

  // Its end also tells that nothing can be written any more. Where the socket
  // could not be taken, that is an error of this.
  void Read() {
    socket.async_read_some(
        boost::asio::buffer(input),
        [self = shared_from_this()](const error_code& error, size_t size) {
          if (self->delegate != nullptr) self->TakeRead(error, size);
        });
  }

  void TakeRead(const error_code& error, size_t size) {
    const absl::Status status =
        reader.Read(absl::string_view(input.data(), size), [this](Frame frame) {
          if (delegate == nullptr) return absl::CancelledError();
          return delegate->OnFrame(std::move(frame));
        });
    if (delegate == nullptr) return;
    if (!status.ok()) {
      delegate->OnEnd(status);
    } else if (!error) {
      Read();
    } else if (error == boost::asio::error::eof ||
               error == boost::asio::error::connection_reset) {
      // Reset: it closed its end without having read all. What it had written
      // has been read all the same.
      delegate->OnEnd(reader.Finish());
    } else {
      delegate->OnEnd(absl::UnavailableError(
          absl::StrCat("cannot read from the socket: ", error.message())));
    }
  }

  void Write() {
    if (queue.is_writing()) return;
    const std::vector<std::string>& batch = queue.Begin();
    if (batch.empty()) {
      if (is_finishing) Shutdown();
      return;
    }
    std::vector<boost::asio::const_buffer> buffers;
    buffers.reserve(batch.size());
    for (const std::string& frame : batch) {
      buffers.push_back(boost::asio::buffer(frame));
    }
    boost::asio::async_write(
        socket, buffers,
        [self = shared_from_this()](const error_code& error, size_t /*size*/) {
          self->TakeWritten(error);
        });
  }

  void TakeWritten(const error_code& error) {
    // Of a failure, Read() tells why, or has.
    const bool has_room = queue.Written(error.failed());
    if (delegate == nullptr) return;
    if (has_room) delegate->OnRoom();
    if (delegate != nullptr) Write();
  }

  void Shutdown() {
    is_finishing = false;
    error_code ignored;
    socket.shutdown(stream_protocol::socket::shutdown_send, ignored);
    delegate->OnFinished();
  }

  stream_protocol::socket socket;
  Delegate* delegate = nullptr;  // null: the FrameSocket is gone
  FrameReader reader;
  std::array<char, 64 << 10> input;
  WriteQueue queue;
  bool is_finishing = false;
};

FrameSocket::FrameSocket(IoThread& io, UniqueFd socket)
    : impl_(std::make_shared<Impl>(io, std::move(socket))) {}

void FrameSocket::Start(Delegate& delegate) {
  impl_->delegate = &delegate;
  impl_->Read();
}

FrameSocket::~FrameSocket() {
  impl_->delegate = nullptr;
  error_code ignored;
  impl_->socket.close(ignored);
}

void FrameSocket::Send(uint8_t type, absl::string_view payload) {
  impl_->queue.Push(EncodeFrame(type, payload));
  impl_->Write();
}

bool FrameSocket::IsFull() const { return impl_->queue.IsFull(); }

void FrameSocket::Finish() {
  impl_->is_finishing = true;
  impl_->Write();
}

}  // namespace rt
