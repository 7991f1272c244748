#include "runtime/net/http/transport.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

#include "runtime/base/check.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

ssize_t SystemResult(ssize_t result) {
  if (result >= 0) return result;
  return errno == EAGAIN || errno == EWOULDBLOCK ? Transport::kLater
                                                 : Transport::kGone;
}

}  // namespace

Transport::Transport(UniqueFd socket, ssl_ctx_st* tls)
    : socket_(std::move(socket)) {
  if (tls == nullptr) return;
  tls_ = SSL_new(tls);
  RT_CHECK(tls_ != nullptr && SSL_set_fd(tls_, socket_.get()) == 1);
  SSL_set_mode(tls_, SSL_MODE_ENABLE_PARTIAL_WRITE |
                         SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                         SSL_MODE_RELEASE_BUFFERS);
  SSL_set_accept_state(tls_);
}

Transport::Transport(Transport&& other) noexcept
    : socket_(std::move(other.socket_)),
      tls_(std::exchange(other.tls_, nullptr)) {}

Transport::~Transport() {
  if (tls_ != nullptr) SSL_free(tls_);
}

ssize_t Transport::Read(char* buffer, size_t size) {
  if (tls_ != nullptr) return ReadTls(buffer, size);
  return SystemResult(
      RetryOnEintr([&] { return recv(socket_.get(), buffer, size, 0); }));
}

ssize_t Transport::Write(absl::string_view first, absl::string_view second,
                         absl::string_view third) {
  if (tls_ != nullptr) {
    ssize_t sum = 0;
    for (const absl::string_view text : {first, second, third}) {
      if (text.empty()) continue;
      const ssize_t written = WriteTls(text);
      if (written < 0) return sum != 0 && written == kLater ? sum : written;
      sum += written;
      if (static_cast<size_t>(written) < text.size()) break;
    }
    return sum;
  }
  // Cheaper than sendmsg(2).
  if (second.empty() && third.empty()) {
    return SystemResult(RetryOnEintr([&] {
      return send(socket_.get(), first.data(), first.size(), MSG_NOSIGNAL);
    }));
  }
  iovec parts[3];
  msghdr message{};
  message.msg_iov = parts;
  for (const absl::string_view text : {first, second, third}) {
    if (text.empty()) continue;
    parts[message.msg_iovlen++] = {const_cast<char*>(text.data()), text.size()};
  }
  return SystemResult(RetryOnEintr(
      [&] { return sendmsg(socket_.get(), &message, MSG_NOSIGNAL); }));
}

ssize_t Transport::ReadTls(char* buffer, size_t size) {
  ERR_clear_error();
  return TlsResult(SSL_read(tls_, buffer,
                            static_cast<int>(std::min<size_t>(size, INT_MAX))));
}

// As many records as the socket takes.
ssize_t Transport::WriteTls(absl::string_view data) {
  ssize_t sum = 0;
  while (!data.empty()) {
    ERR_clear_error();
    const ssize_t written = TlsResult(
        SSL_write(tls_, data.data(),
                  static_cast<int>(std::min<size_t>(data.size(), INT_MAX))));
    if (written <= 0) {
      if (written == kLater && sum != 0) return sum;
      return written == kEnd ? kGone : written;
    }
    sum += written;
    data.remove_prefix(static_cast<size_t>(written));
  }
  return sum;
}

ssize_t Transport::TlsResult(int result) {
  if (result > 0) return result;
  switch (SSL_get_error(tls_, result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
      return kLater;
    case SSL_ERROR_ZERO_RETURN:
      return kEnd;
    default:
      return kGone;
  }
}

void Transport::KeepAsking() {
  constexpr int kOn = 1;
  constexpr int kSeconds = 15;
  setsockopt(socket_.get(), SOL_SOCKET, SO_KEEPALIVE, &kOn, sizeof(kOn));
  for (const int option : {TCP_KEEPIDLE, TCP_KEEPINTVL}) {
    setsockopt(socket_.get(), IPPROTO_TCP, option, &kSeconds, sizeof(kSeconds));
  }
}

void Transport::ShutDownWriting() {
  if (tls_ != nullptr) {
    ERR_clear_error();
    SSL_shutdown(tls_);
  }
  shutdown(socket_.get(), SHUT_WR);
}

void Transport::ResetOnClose() {
  const linger at_once = {1, 0};
  setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

AcceptedSocket Transport::Release() {
  AcceptedSocket released;
  released.fd = std::move(socket_);
  released.tls.reset(std::exchange(tls_, nullptr));
  return released;
}

}  // namespace rt
