#include "runtime/net/websocket_messages.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>
#include <boost/beast/websocket/error.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runtime/net/net_error.h"
#include "runtime/net/websocket_dialer.h"
#include "runtime/net/websocket_error.h"
#include "runtime/net/websocket_stream.h"

namespace rt {
namespace {

namespace http = boost::beast::http;
using Error = WebSocketStream::Error;

// Room for a message before it is known how large it is, and the most that is
// added to it at a time: what a frame's head promises is not believed.
constexpr size_t kLeastRoom = 1 << 10;
constexpr size_t kMostRoom = 1 << 20;

// What a message costs beside its bytes.
constexpr size_t kPerMessage = 64;

// The code for text that is no UTF-8 (RFC 6455, 7.4.1).
constexpr uint16_t kBadText = 1007;

// Text that is UTF-8 so far breaks off in the middle of a character. Beast
// looks for that where the last frame of a message has bytes.
bool EndsInCharacter(absl::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<uint8_t>(text[text.size() - back]);
    if (byte < 0x80) return false;
    // One that others follow: it says how many.
    if (byte >= 0xc0) return back < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
  }
  return false;
}

WebSocketStream::Settings SettingsOf(const WebSocketMessages::Limits& limits) {
  return {.max_message = limits.max_message,
          .silence = std::chrono::milliseconds(limits.silence_ms),
          .fragments = true};
}

absl::Status NoWebSocket(absl::string_view peer, absl::string_view why) {
  return WithCode(absl::FailedPreconditionError(absl::StrCat(
                      "cannot open a WebSocket to ", peer, ": ", why)),
                  kNoWebSocket);
}

// What the server's answer says beside that it accepts (RFC 6455, 4.1): the
// protocol, one of those that were asked for.
absl::StatusOr<std::string> ProtocolOf(
    const WebSocketStream::Response& response,
    const std::vector<std::string>& asked, absl::string_view peer) {
  if (response.count(http::field::sec_websocket_extensions) != 0) {
    return NoWebSocket(peer, "it uses an extension that nobody asked for");
  }
  const size_t count = response.count(http::field::sec_websocket_protocol);
  if (count == 0 && asked.empty()) return std::string();
  const auto value = response[http::field::sec_websocket_protocol];
  std::string protocol(value.data(), value.size());
  if (count == 1 &&
      std::find(asked.begin(), asked.end(), protocol) != asked.end()) {
    return protocol;
  }
  return NoWebSocket(
      peer, count == 0
                ? std::string("it speaks none of the protocols asked for")
                : absl::StrCat("it chose the protocol '", protocol,
                               "', which nobody asked for"));
}

}  // namespace

// Shared with the handlers that are under way.
struct WebSocketMessages::Impl : std::enable_shared_from_this<Impl> {
  Impl(boost::asio::io_context& context, const Limits& limits,
       Delegate& delegate)
      : context(context), limits(limits), delegate(&delegate), timer(context) {}

  struct Message {
    bool is_binary;
    std::string bytes;
  };
  struct Farewell {
    uint16_t code;
    std::string reason;
  };

  bool has_ended() const { return delegate == nullptr; }

  void Dial(Target target);
  void TakeDialed(absl::StatusOr<WebSocketDialer::Opened> opened);
  void Answer(Upgrade upgrade);
  void Open(std::string with_protocol);
  void Read();
  void TakeRead(Error error, size_t size);
  void TakeReadError(Error error);
  void Write();
  void TakeWritten(Error error);
  void SendClose();
  void TakeCloseFrame();
  void SayEnd(uint16_t code);
  void ArmTimer();
  void EndClean();
  void Fail(absl::Status status);
  void Finish(End end);

  boost::asio::io_context& context;
  const Limits limits;
  Delegate* delegate;  // null: it has ended
  std::string peer;
  std::unique_ptr<WebSocketDialer> dialer;
  BackendObservation::End figures;  // when the dialer is gone
  std::vector<std::string> asked_protocols;
  WebSocketStream::Request request;
  std::unique_ptr<WebSocketStream> stream;
  // After Close(), or the other side's close.
  boost::asio::steady_timer timer;

  bool is_open = false;
  std::string input;
  size_t input_size = 0;
  bool is_reading = false;
  bool is_held = false;

  std::deque<Message> queue;
  uint64_t buffered = 0;
  bool is_writing = false;

  std::optional<Farewell> farewell;
  bool has_sent_close = false;
  bool has_close_frame = false;
};

void WebSocketMessages::Impl::Dial(Target target) {
  peer = target.url.Text();
  asked_protocols = std::move(target.protocols);
  dialer = std::make_unique<WebSocketDialer>(
      context,
      WebSocketDialer::Options{.url = std::move(target.url),
                               .host = std::move(target.host),
                               .target = std::move(target.path),
                               .fields = std::move(target.fields),
                               .roots = std::move(target.roots),
                               .settings = SettingsOf(limits)},
      [this](absl::StatusOr<WebSocketDialer::Opened> opened) {
        // It may be destroyed meanwhile.
        const std::shared_ptr<Impl> self = shared_from_this();
        TakeDialed(std::move(opened));
      });
}

void WebSocketMessages::Impl::TakeDialed(
    absl::StatusOr<WebSocketDialer::Opened> opened) {
  if (!opened.ok()) return Fail(opened.status());
  stream = std::move(opened->stream);
  figures = opened->figures;
  dialer.reset();
  absl::StatusOr<std::string> protocol =
      ProtocolOf(opened->response, asked_protocols, peer);
  if (!protocol.ok()) return Fail(protocol.status());
  Open(*std::move(protocol));
}

void WebSocketMessages::Impl::Answer(Upgrade upgrade) {
  peer = std::move(upgrade.peer);
  stream = WebSocketStream::Create(context, std::move(upgrade.socket),
                                   SettingsOf(limits));
  // What the HTTP server has read and checked, for Beast to answer.
  request = {http::verb::get, "/", 11};
  request.set(http::field::host, "checked");
  request.set(http::field::connection, "upgrade");
  request.set(http::field::upgrade, "websocket");
  request.set(http::field::sec_websocket_version, "13");
  request.set(http::field::sec_websocket_key, upgrade.key);
  if (!upgrade.protocol.empty()) {
    upgrade.fields.push_back({"Sec-WebSocket-Protocol", upgrade.protocol});
  }
  stream->Accept(request, std::move(upgrade.fields),
                 [self = shared_from_this(),
                  protocol = std::move(upgrade.protocol)](Error error) mutable {
                   if (self->has_ended()) return;
                   if (error)
                     return self->Fail(WebSocketError(error, self->peer));
                   self->Open(std::move(protocol));
                 });
}

void WebSocketMessages::Impl::Open(std::string with_protocol) {
  is_open = true;
  stream->OnCloseFrame([this] { TakeCloseFrame(); });
  delegate->OnOpen(std::move(with_protocol));
  if (has_ended()) return;
  Read();
  Write();
}

void WebSocketMessages::Impl::Read() {
  if (is_reading || is_held || has_sent_close) return;
  is_reading = true;
  if (input.size() - input_size < kLeastRoom) {
    input.resize(input_size + std::clamp(input_size, kLeastRoom, kMostRoom));
  }
  stream->ReadSome(
      boost::asio::buffer(input.data() + input_size, input.size() - input_size),
      [self = shared_from_this()](Error error, size_t size) {
        self->is_reading = false;
        if (!self->has_ended()) self->TakeRead(error, size);
      });
}

void WebSocketMessages::Impl::TakeRead(Error error, size_t size) {
  if (error) return TakeReadError(error);
  input_size += size;
  if (stream->IsMessageDone()) {
    input.resize(std::exchange(input_size, 0));
    std::string message = std::exchange(input, std::string());
    if (!stream->IsBinary() && EndsInCharacter(message)) {
      SayEnd(kBadText);
      const Error error = boost::beast::websocket::error::bad_frame_payload;
      return Fail(WebSocketError(error, peer));
    }
    if (message.capacity() > 2 * message.size()) message.shrink_to_fit();
    is_held = !delegate->OnMessage(stream->IsBinary(), std::move(message));
    if (has_ended()) return;
  }
  Read();
}

void WebSocketMessages::Impl::TakeReadError(Error error) {
  if (error == boost::beast::websocket::error::closed || has_close_frame) {
    EndClean();
  } else if (!has_sent_close) {
    Fail(WebSocketError(error, peer));
  }
  // Else the close takes the reading over, and tells.
}

void WebSocketMessages::Impl::Write() {
  if (!is_open || is_writing || has_close_frame) return;
  if (queue.empty()) {
    if (farewell.has_value()) SendClose();
    return;
  }
  is_writing = true;
  const Message& message = queue.front();
  stream->Write(message.is_binary, {boost::asio::buffer(message.bytes)},
                [self = shared_from_this()](Error error) {
                  self->is_writing = false;
                  if (!self->has_ended()) self->TakeWritten(error);
                });
}

void WebSocketMessages::Impl::TakeWritten(Error error) {
  if (error) {
    // Where the reading found out first, it tells.
    if (error == boost::asio::error::operation_aborted) return;
    return Fail(WebSocketError(error, peer));
  }
  buffered -= queue.front().bytes.size();
  queue.pop_front();
  if (farewell.has_value()) ArmTimer();
  Write();
}

void WebSocketMessages::Impl::SendClose() {
  if (std::exchange(has_sent_close, true)) return;
  ArmTimer();
  stream->Close(farewell->code, farewell->reason,
                [self = shared_from_this()](Error error) {
                  if (self->has_ended()) return;
                  if (!error || self->has_close_frame) {
                    self->EndClean();
                  } else {
                    self->Fail(WebSocketError(error, self->peer));
                  }
                });
}

// In the middle of a reading.
void WebSocketMessages::Impl::TakeCloseFrame() {
  if (has_ended() || std::exchange(has_close_frame, true)) return;
  ArmTimer();
  delegate->OnClosing();
}

// In one write that is not waited for; what comes next cuts the connection.
void WebSocketMessages::Impl::SayEnd(uint16_t code) {
  if (has_ended() || !is_open || is_writing || has_close_frame) return;
  if (std::exchange(has_sent_close, true)) return;
  stream->Close(code, "", [self = shared_from_this()](Error /*error*/) {});
}

void WebSocketMessages::Impl::ArmTimer() {
  const int seconds = queue.empty() ? kCloseSeconds : kMessageSeconds;
  timer.expires_after(std::chrono::seconds(seconds));
  timer.async_wait([self = shared_from_this(), seconds](Error error) {
    if (error || self->has_ended()) return;
    if (self->has_close_frame) return self->EndClean();
    self->Fail(
        WithCode(absl::UnavailableError(absl::StrCat(
                     "the connection with ", self->peer,
                     " was cut: no answer to a close in ", seconds, " s")),
                 kNoAnswer));
  });
}

void WebSocketMessages::Impl::EndClean() {
  const uint16_t code = stream->CloseCode();
  Finish({.code = code == 0 ? kNoCode : code,
          .reason = stream->CloseReason(),
          .was_clean = true});
}

void WebSocketMessages::Impl::Fail(absl::Status status) {
  Finish({.status = std::move(status)});
}

void WebSocketMessages::Impl::Finish(End end) {
  Delegate* const told = std::exchange(delegate, nullptr);
  end.unsent = buffered;
  timer.cancel();
  if (dialer != nullptr) figures = dialer->Figures();
  dialer.reset();
  if (stream != nullptr) stream->tcp().close();
  if (told != nullptr) told->OnEnd(std::move(end));
}

std::unique_ptr<WebSocketMessages> WebSocketMessages::Connect(
    boost::asio::io_context& context, Target target, const Limits& limits,
    Delegate& delegate) {
  auto impl = std::make_shared<Impl>(context, limits, delegate);
  impl->Dial(std::move(target));
  return absl::WrapUnique(new WebSocketMessages(std::move(impl)));
}

std::unique_ptr<WebSocketMessages> WebSocketMessages::Accept(
    boost::asio::io_context& context, Upgrade upgrade, const Limits& limits,
    Delegate& delegate) {
  auto impl = std::make_shared<Impl>(context, limits, delegate);
  impl->Answer(std::move(upgrade));
  return absl::WrapUnique(new WebSocketMessages(std::move(impl)));
}

WebSocketMessages::WebSocketMessages(std::shared_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

WebSocketMessages::~WebSocketMessages() {
  impl_->SayEnd(kGoingAway);
  impl_->delegate = nullptr;
  impl_->Finish({});
}

void WebSocketMessages::Send(bool is_binary, std::string message) {
  Impl& impl = *impl_;
  if (impl.has_ended() || impl.farewell.has_value() || impl.has_close_frame) {
    return;
  }
  const size_t size = message.size();
  if (!impl.queue.empty() &&
      impl.buffered + impl.queue.size() * kPerMessage + size >
          impl.limits.max_queue) {
    impl.buffered += size;
    impl.Fail(
        WithCode(absl::ResourceExhaustedError(absl::StrCat(
                     "the connection with ", impl.peer,
                     " was cut: it does not take what is sent, and more than ",
                     impl.limits.max_queue, " bytes would wait")),
                 kSlowPeer));
    return;
  }
  impl.queue.push_back({is_binary, std::move(message)});
  impl.buffered += size;
  impl.Write();
}

uint64_t WebSocketMessages::buffered() const { return impl_->buffered; }

void WebSocketMessages::Resume() {
  if (impl_->has_ended() || !std::exchange(impl_->is_held, false)) return;
  impl_->Read();
}

BackendObservation::End WebSocketMessages::Figures() const {
  return impl_->dialer != nullptr ? impl_->dialer->Figures() : impl_->figures;
}

void WebSocketMessages::Close(uint16_t code, std::string reason) {
  Impl& impl = *impl_;
  if (impl.has_ended() || impl.farewell.has_value()) return;
  impl.farewell = {code, std::move(reason)};
  impl.ArmTimer();
  // A server's answer is on its way already.
  if (!impl.is_open && impl.dialer != nullptr) {
    Cut(WithCode(
        absl::CancelledError(absl::StrCat("the WebSocket to ", impl.peer,
                                          " was closed before it was open")),
        kClosedEarly));
    return;
  }
  impl.Write();
}

void WebSocketMessages::Cut(absl::Status why, uint16_t code) {
  if (impl_->has_ended()) return;
  impl_->SayEnd(code);
  impl_->Fail(std::move(why));
}

}  // namespace rt
