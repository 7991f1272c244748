#include "runtime/net/tcp_or_tls.h"

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <boost/asio/ip/address.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "absl/strings/str_cat.h"

namespace rt {

namespace beast = boost::beast;
namespace ssl = boost::asio::ssl;

namespace {

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
  explicit Plain(boost::asio::ip::tcp::socket socket)
      : stream(std::move(socket)) {}

  beast::tcp_stream stream;
};

struct TcpOrTls::Tls {
  Tls(boost::asio::ip::tcp::socket socket, TlsContext tls)
      : context(std::move(tls)), stream(std::move(socket), *context) {}

  const TlsContext context;
  beast::ssl_stream<beast::tcp_stream> stream;
};

TcpOrTls::TcpOrTls(boost::asio::ip::tcp::socket socket, TlsContext tls) {
  if (tls == nullptr) {
    plain_ = std::make_unique<Plain>(std::move(socket));
  } else {
    tls_ = std::make_unique<Tls>(std::move(socket), std::move(tls));
  }
}

TcpOrTls::~TcpOrTls() = default;

beast::tcp_stream& TcpOrTls::tcp() {
  return plain_ != nullptr ? plain_->stream : tls_->stream.next_layer();
}

TcpOrTls::Error TcpOrTls::ExpectHost(const std::string& host) {
  if (tls_ == nullptr) return Error();
  SSL* const tls = tls_->stream.native_handle();
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
  const long problem = SSL_get_verify_result(tls_->stream.native_handle());
  if (problem == X509_V_OK) return "";
  return absl::StrCat(X509_verify_cert_error_string(problem),
                      AdviceOn(problem));
}

void TcpOrTls::Handshake(ssl::stream_base::handshake_type role, Done done) {
  if (tls_ == nullptr) {
    done(Error());
  } else {
    tls_->stream.async_handshake(role, std::move(done));
  }
}

void TcpOrTls::ReadSome(const std::vector<boost::asio::mutable_buffer>& buffers,
                        DoneSome done) {
  if (tls_ == nullptr) {
    plain_->stream.async_read_some(buffers, std::move(done));
  } else {
    tls_->stream.async_read_some(buffers, std::move(done));
  }
}

void TcpOrTls::WriteSome(const std::vector<boost::asio::const_buffer>& buffers,
                         DoneSome done) {
  if (tls_ == nullptr) {
    plain_->stream.async_write_some(buffers, std::move(done));
  } else {
    tls_->stream.async_write_some(buffers, std::move(done));
  }
}

void TcpOrTls::TearDown(beast::role_type role, Done done) {
  using beast::websocket::async_teardown;
  if (tls_ == nullptr) {
    async_teardown(role, plain_->stream.socket(), std::move(done));
  } else {
    async_teardown(role, tls_->stream, std::move(done));
  }
}

}  // namespace rt
