#include "runtime/net/websocket_server.h"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/net/tls.h"
#include "runtime/net/token.h"
#include "runtime/net/websocket_stream.h"

namespace rt {

namespace http = boost::beast::http;
using boost::asio::ip::tcp;
using Error = WebSocketStream::Error;

namespace {

// How long nobody is accepted after that failed, as for want of descriptors.
constexpr std::chrono::milliseconds kPause{100};

// "Authorization: Bearer TOKEN" (RFC 6750).
bool HasToken(const WebSocketStream::Request& request,
              const std::string& token) {
  const auto field = request[http::field::authorization];
  absl::string_view value(field.data(), field.size());
  constexpr absl::string_view kScheme = "Bearer ";
  if (!absl::StartsWithIgnoreCase(value, kScheme)) return false;
  value.remove_prefix(kScheme.size());
  return IsSameToken(token, value);
}

absl::Status ListenError(const HostPort& at, const Error& error) {
  return absl::UnavailableError(
      absl::StrCat("cannot listen on ", at.Text(), ": ", error.message()));
}

}  // namespace

// Shared with the handlers that are under way.
struct WebSocketServer::Impl : std::enable_shared_from_this<Impl> {
  explicit Impl(boost::asio::io_context& context)
      : context(context), acceptor(context), pause(context) {}

  absl::Status Listen() {
    Error error;
    tcp::resolver resolver(context);
    const auto found =
        resolver.resolve(options.at.host, absl::StrCat(options.at.port),
                         tcp::resolver::passive, error);
    if (error) return ListenError(options.at, error);
    const tcp::endpoint endpoint = found.begin()->endpoint();
    if (tls == nullptr && !options.is_insecure_allowed &&
        !endpoint.address().is_loopback()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "will not listen on ", options.at.Text(),
          " without TLS, as the token could be read on its way: give a "
          "certificate and its key, or listen on 127.0.0.1"));
    }
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (error) return ListenError(options.at, error);
    const tcp::endpoint bound = acceptor.local_endpoint(error);
    if (error) return ListenError(options.at, error);
    at = {.host = bound.address().to_string(), .port = bound.port()};
    return absl::OkStatus();
  }

  void Accept() {
    if (is_accepting || on_accept == nullptr || handshakes >= kMaxHandshakes) {
      return;
    }
    is_accepting = true;
    acceptor.async_accept(
        [self = shared_from_this()](Error error, tcp::socket socket) {
          self->is_accepting = false;
          if (self->on_accept == nullptr) return;
          if (error) return self->AcceptLater();
          self->TakeSocket(std::move(socket));
          self->Accept();
        });
  }

  void AcceptLater() {
    pause.expires_after(kPause);
    pause.async_wait([self = shared_from_this()](Error error) {
      if (!error) self->Accept();
    });
  }

  void TakeSocket(tcp::socket socket);

  boost::asio::io_context& context;
  Options options;
  OnAccept on_accept;  // null: it is over
  WebSocketStream::TlsContext tls;
  tcp::acceptor acceptor;
  boost::asio::steady_timer pause;
  HostPort at;
  bool is_accepting = false;
  int handshakes = 0;
};

namespace {

// From a socket to a WebSocket whose client knows the token, or to nothing.
// Held by the handlers that are under way; a step that fails starts no other.
class Handshake : public std::enable_shared_from_this<Handshake> {
 public:
  using OnDone = absl::AnyInvocable<void(std::unique_ptr<WebSocketStream>)>;

  Handshake(std::unique_ptr<WebSocketStream> stream, bool is_secure,
            const std::string& token, OnDone on_done)
      : stream_(std::move(stream)),
        is_secure_(is_secure),
        token_(token),
        on_done_(std::move(on_done)) {}
  ~Handshake() {
    if (on_done_ != nullptr) on_done_(nullptr);
  }

  void Begin() {
    stream_->tcp().expires_after(std::chrono::seconds(kHandshakeSeconds));
    if (!is_secure_) return ReadRequest();
    stream_->ServerTls([self = shared_from_this()](Error error) {
      if (!error) self->ReadRequest();
    });
  }

 private:
  static constexpr int kHandshakeSeconds = WebSocketServer::kHandshakeSeconds;

  void ReadRequest() {
    stream_->ReadRequest(request_, [self = shared_from_this()](Error error) {
      if (!error) self->TakeRequest();
    });
  }

  void TakeRequest() {
    if (!HasToken(request_, token_)) return Refuse(http::status::unauthorized);
    if (!boost::beast::websocket::is_upgrade(request_)) {
      return Refuse(http::status::upgrade_required);
    }
    stream_->Accept(request_, {}, [self = shared_from_this()](Error error) {
      if (error) return;
      std::exchange(self->on_done_, nullptr)(std::move(self->stream_));
    });
  }

  void Refuse(http::status status) {
    response_ = {status, 11};
    response_.set(http::field::connection, "close");
    if (status == http::status::unauthorized) {
      response_.set(http::field::www_authenticate, "Bearer");
    } else {
      response_.set(http::field::upgrade, "websocket");
    }
    response_.prepare_payload();
    stream_->Refuse(response_, [self = shared_from_this()](Error /*error*/) {
      Error ignored;
      self->stream_->tcp().socket().shutdown(tcp::socket::shutdown_send,
                                             ignored);
    });
  }

  std::unique_ptr<WebSocketStream> stream_;
  const bool is_secure_;
  const std::string token_;
  OnDone on_done_;  // null: it was called
  WebSocketStream::Request request_;
  WebSocketStream::Response response_;
};

}  // namespace

void WebSocketServer::Impl::TakeSocket(tcp::socket socket) {
  Error ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const tcp::endpoint remote = socket.remote_endpoint(ignored);
  const HostPort peer = {.host = remote.address().to_string(),
                         .port = remote.port()};
  ++handshakes;
  std::make_shared<Handshake>(
      WebSocketStream::Create(std::move(socket), tls, {}), tls != nullptr,
      options.token,
      [self = shared_from_this(),
       peer = peer.Text()](std::unique_ptr<WebSocketStream> stream) {
        --self->handshakes;
        if (self->on_accept == nullptr) return;
        if (stream != nullptr) {
          self->on_accept(
              std::make_unique<WebSocketConnection>(std::move(stream), peer));
        }
        self->Accept();
      })
      ->Begin();
}

absl::StatusOr<std::unique_ptr<WebSocketServer>> WebSocketServer::Listen(
    boost::asio::io_context& context, Options options, OnAccept on_accept) {
  auto impl = std::make_shared<Impl>(context);
  if (options.tls.has_value()) {
    absl::StatusOr<WebSocketStream::TlsContext> tls =
        ServerTlsContext(options.tls->certificate, options.tls->key);
    if (!tls.ok()) return tls.status();
    const std::string problem = DateProblem(*tls);
    if (!problem.empty() && options.warn != nullptr) {
      options.warn(absl::StrCat("the certificate in '",
                                options.tls->certificate, "' ", problem,
                                ": no caller will trust it"));
    }
    impl->tls = *std::move(tls);
  }
  impl->options = std::move(options);
  impl->on_accept = std::move(on_accept);
  if (const absl::Status status = impl->Listen(); !status.ok()) return status;
  impl->Accept();
  return absl::WrapUnique(new WebSocketServer(std::move(impl)));
}

WebSocketServer::WebSocketServer(std::shared_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

WebSocketServer::~WebSocketServer() {
  impl_->on_accept = nullptr;
  impl_->pause.cancel();
  Error ignored;
  impl_->acceptor.close(ignored);
}

const HostPort& WebSocketServer::at() const { return impl_->at; }

}  // namespace rt
