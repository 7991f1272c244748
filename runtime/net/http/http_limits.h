#ifndef RUNTIME_NET_HTTP_HTTP_LIMITS_H_
#define RUNTIME_NET_HTTP_HTTP_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace rt {

// What a server takes of its clients. Times in nanoseconds.
struct HttpLimits {
  // Of a request's head: its line and its fields, and of a chunked body's
  // trailer. Beyond: 431.
  size_t max_header_bytes = size_t{16} << 10;
  // Fields of one head. Beyond: 431.
  size_t max_fields = 128;
  // Of a request's body. Beyond: 413.
  uint64_t max_body_bytes = uint64_t{128} << 20;
  // From a head's first byte to its last, a TLS handshake before included.
  // Beyond: 408.
  int64_t header_timeout_ns = 30'000'000'000;
  // For the next bytes of a body that somebody waits for (408), and for the
  // client to take some of an answer (the connection is cut).
  int64_t body_timeout_ns = 60'000'000'000;
  // Without a request. The connection is closed.
  int64_t idle_timeout_ns = 75'000'000'000;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HTTP_LIMITS_H_
