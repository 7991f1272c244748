#include "runtime/net/websocket_stream.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <optional>
#include <utility>

namespace rt {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
namespace websocket = boost::beast::websocket;
using boost::asio::ip::tcp;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

constexpr size_t kWriteBuffer = 64 << 10;

// A side that is silent for half of this is asked by a ping whether it is
// there.
constexpr std::chrono::seconds kSilence{30};

template <typename Layer>
class StreamOver final : public WebSocketStream {
 public:
  template <typename... Args>
  explicit StreamOver(TlsContext tls, Args&&... args)
      : tls_(std::move(tls)), stream_(std::forward<Args>(args)...) {
    stream_.binary(true);
    stream_.auto_fragment(false);
    stream_.write_buffer_bytes(kWriteBuffer);
    stream_.read_message_max(kMaxMessage);
    stream_.set_option(websocket::stream_base::timeout{
        kSilence, kSilence, /*keep_alive_pings=*/true});
  }

  beast::tcp_stream& tcp() override { return beast::get_lowest_layer(stream_); }

  Error ExpectHost(const std::string& host) override {
    if constexpr (std::is_same_v<Layer, TlsStream>) {
      SSL* const tls = stream_.next_layer().native_handle();
      Error not_an_address;
      boost::asio::ip::make_address(host, not_an_address);
      // A name is also told to the server (RFC 6066, section 3).
      const bool is_set =
          not_an_address ? SSL_set1_host(tls, host.c_str()) == 1 &&
                               SSL_set_tlsext_host_name(tls, host.c_str()) == 1
                         : X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls),
                                                         host.c_str()) == 1;
      if (!is_set) return boost::asio::error::invalid_argument;
    }
    return Error();
  }

  void ClientTls(Done done) override {
    Tls(ssl::stream_base::client, std::move(done));
  }
  std::string CertificateProblem() override {
    if constexpr (std::is_same_v<Layer, TlsStream>) {
      const long problem =
          SSL_get_verify_result(stream_.next_layer().native_handle());
      if (problem != X509_V_OK) return X509_verify_cert_error_string(problem);
    }
    return "";
  }
  void ServerTls(Done done) override {
    Tls(ssl::stream_base::server, std::move(done));
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
  void Tls(ssl::stream_base::handshake_type role, Done done) {
    if constexpr (std::is_same_v<Layer, TlsStream>) {
      stream_.next_layer().async_handshake(role, std::move(done));
    } else {
      done(Error());
    }
  }

  const TlsContext tls_;
  websocket::stream<Layer> stream_;
  // Of ReadRequest().
  beast::flat_buffer head_;
  std::optional<http::request_parser<http::string_body>> parser_;
};

}  // namespace

std::unique_ptr<WebSocketStream> WebSocketStream::Create(tcp::socket socket,
                                                         TlsContext tls) {
  if (tls == nullptr) {
    return std::make_unique<StreamOver<beast::tcp_stream>>(nullptr,
                                                           std::move(socket));
  }
  ssl::context& context = *tls;
  return std::make_unique<StreamOver<TlsStream>>(std::move(tls),
                                                 std::move(socket), context);
}

}  // namespace rt
