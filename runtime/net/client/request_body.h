#ifndef RUNTIME_NET_CLIENT_REQUEST_BODY_H_
#define RUNTIME_NET_CLIENT_REQUEST_BODY_H_

#include <cstddef>
#include <cstdint>
#include <deque>

#include "absl/functional/any_invocable.h"
#include "runtime/net/client/http_call.h"

namespace rt {

// The parts of a request's body that were written and not sent: what curl
// reads. Not for users of runtime/net/client.
class RequestBody {
 public:
  // An empty part is the last one.
  void Write(HttpRequest::Bytes part);

  // As CURLOPT_READFUNCTION: 0 at the end, CURL_READFUNC_PAUSE where nothing is
  // there, which IsStarved() then tells.
  size_t Read(char* into, size_t room);

  // Curl waits for what has not been written.
  bool IsStarved() const { return is_starved_; }
  bool IsEmpty() const { return parts_.empty(); }
  bool IsFinished() const { return is_finished_; }
  // Bytes that curl took.
  int64_t size_taken() const { return size_taken_; }

 private:
  std::deque<HttpRequest::Bytes> parts_;
  size_t taken_ = 0;  // of the first part
  int64_t size_taken_ = 0;
  bool is_finished_ = false;
  bool is_starved_ = false;
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_REQUEST_BODY_H_
