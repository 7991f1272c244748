#ifndef RUNTIME_NET_HTTP_REQUEST_PARSER_H_
#define RUNTIME_NET_HTTP_REQUEST_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/strings/string_view.h"
#include "runtime/net/http/http_limits.h"
#include "runtime/net/http/request_head.h"

namespace rt {

// Parses requests by Beast's parser, whose templates stay in one file. One
// request after the other. Not for users of runtime/net/http.
class RequestParser {
 public:
  RequestParser();
  ~RequestParser();
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;

  // Where the head at the start of `input` ends, its empty line included; 0
  // where it is not there yet. `scanned`: how many bytes were looked at before
  // in vain; is set.
  static size_t FindHeadEnd(absl::string_view input, size_t& scanned);

  // Whether the head that `input` begins has a bare CR or LF or a NUL, behind
  // what was `scanned`: it is malformed then, and might never end.
  static bool HasBadLineEnd(absl::string_view input, size_t scanned);

  // Begins a request, whose head is head.text, and fills in the rest. 0, or the
  // status that refuses it.
  int ParseHead(RequestHead& head, const HttpLimits& limits);

  // A step in the chunked body of the request that ParseHead() was last called
  // for. `input` is what follows what was consumed so far.
  struct Step {
    // Of `input`. What is left is to be given again, with more behind it.
    size_t consumed = 0;
    // Bytes of the body, in `input`; empty where more is needed first, or the
    // body has ended.
    absl::string_view data;
    bool is_done = false;
    // The status that refuses the request; else 0.
    int refusal = 0;
  };
  Step ParseChunked(absl::string_view input);

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_REQUEST_PARSER_H_
