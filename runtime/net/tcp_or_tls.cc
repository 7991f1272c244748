#include "runtime/net/tcp_or_tls.h"

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <chrono>

#include "absl/strings/str_cat.h"

namespace rt {

namespace beast = boost::beast;
namespace ssl = boost::asio::ssl;
using boost::asio::ip::tcp;

namespace {

// For the other side to hang up, where it is its turn.
constexpr std::chrono::seconds kTearDownTime{2};

// What whoever reads of the problem can do.
const char* AdviceOn(long problem) {
  switch (problem) {
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "; `cert`, and --cert of `rt run`, name a PEM file of those who "
             "are "
             "trusted beside the system's authorities";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "; it is for another host, or for another name of this one";
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "; its host needs a new one";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "; perhaps a clock is wrong";
    default:
      return "";
  }
}

}  // namespace

struct TcpOrTls::Plain {
  explicit Plain(tcp::socket socket) : stream(std::move(socket)) {}

  beast::tcp_stream stream;
};

struct TcpOrTls::Tls {
  Tls(tcp::socket socket, TlsContext tls)
      : context(std::move(tls)), flat(std::move(socket), *context) {}
  // Takes the SSL, whose context is its own.
  Tls(tcp::socket socket, SSL* tls) : flat(std::move(socket), tls) {}

  ssl::stream<beast::tcp_stream>& stream() { return flat.next_layer(); }

  const TlsContext context;
  // Joins what is written in many small buffers, since each would be a record
  // of its own.
  beast::flat_stream<ssl::stream<beast::tcp_stream>> flat;
};

TcpOrTls::TcpOrTls(tcp::socket socket, TlsContext tls) {
  if (tls == nullptr) {
    plain_ = std::make_unique<Plain>(std::move(socket));
  } else {
    tls_ = std::make_unique<Tls>(std::move(socket), std::move(tls));
  }
}

TcpOrTls::TcpOrTls(const boost::asio::any_io_executor& executor,
                   AcceptedSocket accepted)
    : early_(std::move(accepted.early)) {
  // What protocol it is of nobody asks: a unix socket is read and written as a
  // TCP one.
  tcp::socket socket(executor);
  Error error;
  socket.assign(tcp::v4(), accepted.fd.get(), error);
  // Without memory for it, the first operation fails.
  if (!error) accepted.fd.Release();
  if (accepted.tls == nullptr) {
    plain_ = std::make_unique<Plain>(std::move(socket));
  } else {
    tls_ = std::make_unique<Tls>(std::move(socket), accepted.tls.release());
  }
}

TcpOrTls::~TcpOrTls() = default;

beast::tcp_stream& TcpOrTls::tcp() {
  return plain_ != nullptr ? plain_->stream : tls_->stream().next_layer();
}

TcpOrTls::Error TcpOrTls::ExpectHost(const std::string& host) {
  if (tls_ == nullptr) return Error();
  SSL* const tls = tls_->stream().native_handle();
  Error not_an_address;
  boost::asio::ip::make_address(host, not_an_address);
  // A name is also told to the server (RFC 6066, section 3).
  const bool is_set = not_an_address
                          ? SSL_set1_host(tls, host.c_str()) == 1 &&
                                SSL_set_tlsext_host_name(tls, host.c_str()) == 1
                          : X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls),
                                                          host.c_str()) == 1;
  if (!is_set) return boost::asio::error::invalid_argument;
  return Error();
}

std::string TcpOrTls::CertificateProblem() {
  if (tls_ == nullptr) return "";
  const long problem = SSL_get_verify_result(tls_->stream().native_handle());
  if (problem == X509_V_OK) return "";
  return absl::StrCat(X509_verify_cert_error_string(problem),
                      AdviceOn(problem));
}

void TcpOrTls::Handshake(ssl::stream_base::handshake_type role, Done done) {
  if (tls_ == nullptr) {
    done(Error());
  } else {
    tls_->stream().async_handshake(role, std::move(done));
  }
}

void TcpOrTls::ReadSome(const std::vector<boost::asio::mutable_buffer>& buffers,
                        DoneSome done) {
  if (!early_.empty()) {
    const size_t size =
        boost::asio::buffer_copy(buffers, boost::asio::buffer(early_));
    early_.erase(0, size);
    boost::asio::post(get_executor(), [size, done = std::move(done)]() mutable {
      done(Error(), size);
    });
    return;
  }
  if (tls_ == nullptr) {
    plain_->stream.async_read_some(buffers, std::move(done));
  } else {
    tls_->flat.async_read_some(buffers, std::move(done));
  }
}

void TcpOrTls::WriteSome(const std::vector<boost::asio::const_buffer>& buffers,
                         DoneSome done) {
  if (tls_ == nullptr) {
    plain_->stream.async_write_some(buffers, std::move(done));
  } else {
    tls_->flat.async_write_some(buffers, std::move(done));
  }
}

void TcpOrTls::TearDown(beast::role_type role, Done done) {
  using beast::websocket::async_teardown;
  auto timer = std::make_shared<boost::asio::steady_timer>(get_executor(),
                                                           kTearDownTime);
  // While the timer is there, so is this stream.
  timer->async_wait([this, weak = std::weak_ptr(timer)](Error error) {
    if (!error && weak.lock() != nullptr) tcp().close();
  });
  auto torn_down = [timer = std::move(timer),
                    done = std::move(done)](Error /*error*/) mutable {
    timer.reset();
    done(Error());
  };
  if (tls_ == nullptr) {
    async_teardown(role, plain_->stream.socket(), std::move(torn_down));
  } else {
    async_teardown(role, tls_->stream(), std::move(torn_down));
  }
}

}  // namespace rt
