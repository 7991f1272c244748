#ifndef RUNTIME_NET_HTTP_HTTP_DATE_H_
#define RUNTIME_NET_HTTP_HTTP_DATE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7) of a time in seconds since
// 1970.
std::string FormatHttpDate(int64_t seconds);

// The date of the present second, which is written once in it. On one thread.
class HttpDate {
 public:
  // Valid until the next call.
  absl::string_view Now();

 private:
  int64_t second_ = -1;
  std::string text_;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HTTP_DATE_H_
