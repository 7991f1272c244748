#ifndef RUNTIME_NET_HTTP_TRANSPORT_H_
#define RUNTIME_NET_HTTP_TRANSPORT_H_

#include <sys/types.h>

#include <cstddef>
#include <memory>

#include "absl/strings/string_view.h"
#include "runtime/base/unique_fd.h"
#include "runtime/net/accepted_socket.h"

// OpenSSL's.
struct ssl_ctx_st;
struct ssl_st;

namespace rt {

// A connected socket that does not block, with or without TLS on it. Where TLS
// is, the handshake is part of the first reading.
class Transport {
 public:
  // `tls`: null for none; outlives it.
  Transport(UniqueFd socket, ssl_ctx_st* tls);
  ~Transport();
  Transport(Transport&&) noexcept;
  Transport& operator=(Transport&&) = delete;

  int fd() const { return socket_.get(); }
  bool has_tls() const { return tls_ != nullptr; }

  // Bytes, or one of these.
  static constexpr ssize_t kEnd = 0;     // nothing more comes
  static constexpr ssize_t kLater = -1;  // when the socket is ready
  static constexpr ssize_t kGone = -2;   // the connection is broken

  ssize_t Read(char* buffer, size_t size);
  // Of the three texts, one behind the other; some of the bytes may be left.
  ssize_t Write(absl::string_view first, absl::string_view second = {},
                absl::string_view third = {});

  // Has the kernel ask now and then whether the other side is there, so that an
  // end is told of where it is not.
  void KeepAsking();
  // Says that nothing more will be written.
  void ShutDownWriting();
  // The other side gets an error instead of an end.
  void ResetOnClose();
  // The socket, and TLS on it, for somebody else. Nothing is called after it.
  AcceptedSocket Release();

 private:
  ssize_t ReadTls(char* buffer, size_t size);
  ssize_t WriteTls(absl::string_view data);
  ssize_t TlsResult(int result);

  UniqueFd socket_;
  ssl_st* tls_ = nullptr;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_TRANSPORT_H_
