#include "runtime/net/websocket_stream.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "runtime/net/tcp_or_tls.h"

namespace rt {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
namespace websocket = boost::beast::websocket;
using boost::asio::ip::tcp;

constexpr bool kDeflates = false;
constexpr size_t kWriteBuffer = 64 << 10;

// A side that is silent for half of this is asked by a ping whether it is
// there.
constexpr std::chrono::seconds kSilence{30};

class BeastStream final : public WebSocketStream {
 public:
  BeastStream(tcp::socket socket, TlsContext tls)
      : stream_(std::move(socket), std::move(tls)) {
    stream_.binary(true);
    stream_.auto_fragment(false);
    stream_.write_buffer_bytes(kWriteBuffer);
    stream_.read_message_max(kMaxMessage);
    stream_.set_option(websocket::stream_base::timeout{
        kSilence, kSilence, /*keep_alive_pings=*/true});
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

  void Upgrade(const std::string& host, const std::string& bearer,
               Response& response, Done done) override {
    tcp().expires_never();
    stream_.set_option(websocket::stream_base::decorator(
        [bearer](websocket::request_type& request) {
          request.set(http::field::authorization, "Bearer " + bearer);
        }));
    stream_.async_handshake(response, host, "/", std::move(done));
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

  void Accept(const Request& request, Done done) override {
    tcp().expires_never();
    stream_.async_accept(request, std::move(done));
  }

  void ReadSome(boost::asio::mutable_buffer buffer, DoneSome done) override {
    stream_.async_read_some(buffer, std::move(done));
  }

  bool IsBinary() const override { return stream_.got_binary(); }

  void Write(const std::vector<boost::asio::const_buffer>& buffers,
             Done done) override {
    stream_.async_write(
        buffers, [done = std::move(done)](
                     Error error, size_t /*size*/) mutable { done(error); });
  }

  void Close(Done done) override {
    stream_.async_close(websocket::close_code::normal, std::move(done));
  }

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

std::unique_ptr<WebSocketStream> WebSocketStream::Create(tcp::socket socket,
                                                         TlsContext tls) {
  return std::make_unique<BeastStream>(std::move(socket), std::move(tls));
}

}  // namespace rt
