#ifndef RUNTIME_NET_CLIENT_HEAD_READER_H_
#define RUNTIME_NET_CLIENT_HEAD_READER_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/net/client/http_call.h"

namespace rt {

// Puts an answer's head together, of the lines that curl gives
// (CURLOPT_HEADERFUNCTION). Heads of 1xx come before it and are passed over;
// trailers come after the body, and are too. Not for users of
// runtime/net/client.
class HeadReader {
 public:
  // `line` with its end. The head, once, with the line that ends it.
  std::optional<HttpHead> Take(absl::string_view line);

  bool is_done() const { return is_done_; }
  int status() const { return head_.status; }
  // A content coding, such as gzip, lies on the body.
  bool is_encoded() const { return is_encoded_; }

 private:
  void Begin(absl::string_view status_line);

  HttpHead head_;
  bool is_encoded_ = false;
  bool is_done_ = false;
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_HEAD_READER_H_
