#include "runtime/net/websocket_stream.h"

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "runtime/base/version.h"

namespace rt {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
namespace websocket = boost::beast::websocket;
using boost::asio::ip::tcp;

constexpr bool kDeflates = false;

// The first of the codes that nobody may use (RFC 6455, 7.4.2). Of those below,
// Beast knows which may be on the wire.
constexpr uint16_t kFirstUnknownCode = 5000;

// For the answer to what this side has said: to its request, or to its close.
constexpr std::chrono::seconds kHandshake{30};

// As they are on the wire, beside the first line.
template <typename Fields>
int64_t SizeOfFields(const Fields& fields) {
  size_t size = 2;
  for (const auto& field : fields) {
    size += field.name_string().size() + field.value().size() + 4;
  }
  return static_cast<int64_t>(size);
}

int64_t SizeOfHead(const WebSocketStream::Response& response) {
  // "HTTP/1.1 101 " and what ends the line.
  return static_cast<int64_t>(15 + response.reason().size()) +
         SizeOfFields(response);
}

class BeastStream final : public WebSocketStream {
 public:
  template <typename... Below>
  explicit BeastStream(const Settings& settings, Below&&... below)
      : stream_(std::forward<Below>(below)...) {
    stream_.auto_fragment(settings.fragments);
    stream_.write_buffer_bytes(kFragment);
    stream_.read_message_max(settings.max_message);
    const bool asks = settings.silence.count() > 0;
    stream_.set_option(websocket::stream_base::timeout{
        kHandshake,
        asks ? websocket::stream_base::duration(settings.silence)
             : websocket::stream_base::none(),
        /*keep_alive_pings=*/asks});
    stream_.control_callback(
        [this](websocket::frame_type type, beast::string_view /*payload*/) {
          if (type == websocket::frame_type::close) TakeCloseFrame();
        });
  }

  beast::tcp_stream& tcp() override { return stream_.next_layer().tcp(); }

  Error ExpectHost(const std::string& host) override {
    return stream_.next_layer().ExpectHost(host);
  }

  void ClientTls(Done done) override {
    stream_.next_layer().Handshake(ssl::stream_base::client, std::move(done));
  }
  std::string CertificateProblem() override {
    return stream_.next_layer().CertificateProblem();
  }
  void ServerTls(Done done) override {
    stream_.next_layer().Handshake(ssl::stream_base::server, std::move(done));
  }

  void Upgrade(const std::string& host, const std::string& target,
               std::vector<WebSocketField> fields, Response& response,
               Done done) override {
    tcp().expires_never();
    stream_.set_option(websocket::stream_base::decorator(
        [this, fields = std::move(fields)](websocket::request_type& request) {
          for (const WebSocketField& field : fields) {
            request.insert(field.name, field.value);
          }
          // "GET TARGET HTTP/1.1" and what ends the line.
          head_sizes_.request =
              static_cast<int64_t>(15 + request.target().size()) +
              SizeOfFields(request);
        }));
    stream_.async_handshake(
        response, host, target,
        [this, &response, done = std::move(done)](Error error) mutable {
          const bool has_head =
              !error || error == websocket::condition::handshake_failed;
          if (has_head) head_sizes_.response = SizeOfHead(response);
          done(error);
        });
  }
  HeadSizes head_sizes() const override { return head_sizes_; }

  void ReadRequest(Request& request, Done done) override {
    parser_.emplace();
    parser_->header_limit(kMaxHead);
    parser_->body_limit(0);
    http::async_read(stream_.next_layer(), head_, *parser_,
                     [this, &request, done = std::move(done)](
                         Error error, size_t /*size*/) mutable {
                       if (!error) request = parser_->release();
                       // What follows is for the WebSocket, and nothing may
                       // before it.
                       if (!error && head_.size() != 0) {
                         error = boost::asio::error::invalid_argument;
                       }
                       done(error);
                     });
  }

  void Refuse(Response& response, Done done) override {
    http::async_write(
        stream_.next_layer(), response,
        [done = std::move(done)](Error error, size_t /*size*/) mutable {
          done(error);
        });
  }

  void Accept(const Request& request, std::vector<WebSocketField> fields,
              Done done) override {
    tcp().expires_never();
    stream_.set_option(websocket::stream_base::decorator(
        [fields = std::move(fields)](websocket::response_type& response) {
          // Beast names itself where nobody else does.
          response.set(http::field::server, std::string("rt/") + kRtVersion);
          for (const WebSocketField& field : fields) {
            response.insert(field.name, field.value);
          }
        }));
    stream_.async_accept(request, std::move(done));
  }

  void OnCloseFrame(absl::AnyInvocable<void()> callback) override {
    on_close_frame_ = std::move(callback);
  }

  void ReadSome(boost::asio::mutable_buffer buffer, DoneSome done) override {
    stream_.async_read_some(buffer, [this, done = std::move(done)](
                                        Error error, size_t size) mutable {
      done(Checked(error), size);
    });
  }

  bool IsBinary() const override { return stream_.got_binary(); }
  bool IsMessageDone() const override { return stream_.is_message_done(); }

  void Write(bool is_binary,
             const std::vector<boost::asio::const_buffer>& buffers,
             Done done) override {
    stream_.binary(is_binary);
    stream_.async_write(
        buffers, [done = std::move(done)](
                     Error error, size_t /*size*/) mutable { done(error); });
  }

  void Close(uint16_t code, absl::string_view reason, Done done) override {
    websocket::close_reason told;
    told.code = code;
    told.reason.assign(reason.data(), reason.size());
    stream_.async_close(told,
                        [this, done = std::move(done)](Error error) mutable {
                          done(Checked(error));
                        });
  }

  uint16_t CloseCode() const override { return stream_.reason().code; }
  std::string CloseReason() const override {
    const websocket::close_reason& reason = stream_.reason();
    return std::string(reason.reason.data(), reason.reason.size());
  }

 private:
  bool HasUnknownCode() const {
    return stream_.reason().code >= kFirstUnknownCode;
  }
  // Of what ends after the other side's close, if it came.
  Error Checked(Error error) const {
    return HasUnknownCode() ? websocket::error::bad_close_code : error;
  }

  // In the middle of a reading, which would answer with the same code, unless
  // a close is on its way: it is done when that has gone out.
  void TakeCloseFrame() {
    if (HasUnknownCode()) {
      stream_.async_close(websocket::close_code::protocol_error,
                          [](Error /*error*/) {});
    } else if (on_close_frame_ != nullptr) {
      on_close_frame_();
    }
  }

  websocket::stream<TcpOrTls, kDeflates> stream_;
  HeadSizes head_sizes_;
  absl::AnyInvocable<void()> on_close_frame_;
  // Of ReadRequest().
  beast::flat_buffer head_;
  std::optional<http::request_parser<http::string_body>> parser_;
};

}  // namespace

std::unique_ptr<WebSocketStream> WebSocketStream::Create(
    tcp::socket socket, TlsContext tls, const Settings& settings) {
  return std::make_unique<BeastStream>(settings, std::move(socket),
                                       std::move(tls));
}

std::unique_ptr<WebSocketStream> WebSocketStream::Create(
    boost::asio::io_context& context, AcceptedSocket accepted,
    const Settings& settings) {
  return std::make_unique<BeastStream>(settings, context.get_executor(),
                                       std::move(accepted));
}

}  // namespace rt
