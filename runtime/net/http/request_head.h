#ifndef RUNTIME_NET_HTTP_REQUEST_HEAD_H_
#define RUNTIME_NET_HTTP_REQUEST_HEAD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace rt {

struct HttpField {
  absl::string_view name;
  absl::string_view value;
};

// The head of a request that was checked: all views are of `text`.
struct RequestHead {
  RequestHead() = default;
  RequestHead(const RequestHead&) = delete;
  RequestHead& operator=(const RequestHead&) = delete;

  // As it was received, its empty last line included.
  std::string text;

  absl::string_view method;
  // As "/a?b", "*", or "http://host/a?b" where the client took this server for
  // a proxy.
  absl::string_view target;
  bool is_http11 = true;
  // In the order received, names as received.
  std::vector<HttpField> fields;

  // Of the one Host field; empty where there is none, which only HTTP/1.0 may.
  absl::string_view host;
  // Nothing where there is no such field, or the body is chunked.
  std::optional<uint64_t> content_length;
  bool is_chunked = false;
  bool keeps_alive = true;
  bool expects_continue = false;
  // "Connection: Upgrade", in HTTP/1.1; and to a WebSocket, by a good request
  // for one (websocket_request.h).
  bool asks_for_upgrade = false;
  bool asks_for_websocket = false;
  // A field CDN-Loop is there.
  bool names_loop = false;

  bool has_body() const {
    return is_chunked || content_length.value_or(0) != 0;
  }

  // The values of all fields of that name, joined by ", ". `lower_name` in
  // lower case.
  std::string ValuesOf(absl::string_view lower_name) const;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_REQUEST_HEAD_H_
