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

// For the answer to what this side has said: to its request, or to its close.
constexpr std::chrono::seconds kHandshake{30};

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
        [fields = std::move(fields)](websocket::request_type& request) {
          for (const WebSocketField& field : fields) {
            request.insert(field.name, field.value);
          }
        }));
    stream_.async_handshake(response, host, target, std::move(done));
  }

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
    // A std::function, which is copied.
    stream_.control_callback(
        [callback =
             std::make_shared<absl::AnyInvocable<void()>>(std::move(callback))](
            websocket::frame_type type, beast::string_view /*payload*/) {
          if (type == websocket::frame_type::close) (*callback)();
        });
  }

  void ReadSome(boost::asio::mutable_buffer buffer, DoneSome done) override {
    stream_.async_read_some(buffer, std::move(done));
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
    stream_.async_close(told, std::move(done));
  }

  uint16_t CloseCode() const override { return stream_.reason().code; }
  std::string CloseReason() const override {
    const websocket::close_reason& reason = stream_.reason();
    return std::string(reason.reason.data(), reason.reason.size());
  }

 private:
  websocket::stream<TcpOrTls, kDeflates> stream_;
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
