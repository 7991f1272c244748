#ifndef RUNTIME_NET_HTTP_ANSWER_HEAD_H_
#define RUNTIME_NET_HTTP_ANSWER_HEAD_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// What an answer begins with, as the one who answers wants it. The views are
// valid during the call that they are passed to.
struct AnswerHead {
  int status = 200;
  // Empty for the usual one.
  absl::string_view reason;
  // Whole lines, "name: value\r\n", without those that say how the message is
  // framed, which the server writes: Connection, Content-Length, Keep-Alive,
  // Transfer-Encoding, Upgrade.
  absl::string_view fields;
  // `fields` has a Date.
  bool has_date = false;
  // No other request is to come on the connection.
  bool closes = false;
};

// "Not Found" for 404; empty where none is known.
absl::string_view UsualReason(int status);

// A message with that status has no body whatever its fields say (RFC 9112,
// 6.3).
constexpr bool HasNoBody(int status) {
  return status == 204 || status == 304 || status / 100 == 1;
}

// How the bytes behind a head are told from the next head.
struct Framing {
  enum class Kind {
    kNothing,  // there are none, and no field says so
    kLength,
    kChunked,
    kUntilClose,
  };
  Kind kind = Kind::kNothing;
  uint64_t length = 0;
};

// Appends the head, its empty line included. `date` is the present one.
// `connection` is the value of that field; empty for none.
void AppendHead(std::string& out, const AnswerHead& head,
                const Framing& framing, absl::string_view date,
                absl::string_view connection);

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_ANSWER_HEAD_H_
