#ifndef RUNTIME_NET_HTTP_LOOP_ID_H_
#define RUNTIME_NET_HTTP_LOOP_ID_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// The header CDN-Loop (RFC 8586) lists the servers that a request has come
// through. A server that finds itself in it refuses the request; what a server
// asks of others for a request says the same list with its own id behind it.

// An id for a server that its operator gave none: 16 random hexadecimal digits
// after "rt-".
std::string NewLoopId();

// Whether `id` may name a server: a token of HTTP (RFC 9110, 5.6.2), or a host
// with a port, of at most 128 characters. The error says what is wrong.
absl::Status CheckLoopId(absl::string_view id);

// Whether the header's value names the server. Parameters (";a=b") are no part
// of an id; letters differ by their case.
bool NamesLoopId(absl::string_view cdn_loop, absl::string_view id);

// The value with the server's id behind what it lists; `cdn_loop` may be empty.
std::string WithLoopId(absl::string_view cdn_loop, absl::string_view id);

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_LOOP_ID_H_
