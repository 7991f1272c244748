#include "runtime/net/websocket_error.h"

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/websocket/error.hpp>

#include "absl/strings/str_cat.h"
#include "runtime/net/asio_error.h"
#include "runtime/net/net_error.h"

namespace rt {
namespace {

using Error = boost::system::error_code;
namespace websocket = boost::beast::websocket;

// The other side is gone, without a word. Aborted: a write has found that out
// before, and Beast gives the reader no other reason then.
bool IsBrokenOff(const Error& error) {
  return error == boost::asio::error::eof ||
         error == boost::asio::ssl::error::stream_truncated ||
         error == boost::asio::error::operation_aborted;
}

// Why an error of reading is one, in words.
std::string InWords(const Error& error) {
  if (IsBrokenOff(error)) {
    return "it broke off without a close";
  }
  if (error == boost::beast::error::timeout) {
    return "the other side does not answer any more";
  }
  return error.message();
}

std::string CodeOfCut(const Error& error) {
  if (IsBrokenOff(error)) return kCutConnection;
  if (error == boost::beast::error::timeout) return kNoAnswer;
  return CodeOf(error, kCutConnection);
}

// The other side does not keep to RFC 6455.
bool IsBreach(const Error& error) {
  return error == websocket::condition::protocol_violation ||
         error == websocket::error::message_too_big ||
         error == websocket::error::bad_frame_payload;
}

}  // namespace

absl::Status WebSocketError(const Error& error, const std::string& peer) {
  if (IsBreach(error)) {
    return WithCode(absl::DataLossError(absl::StrCat(
                        peer, " sent what is no WebSocket: ", error.message())),
                    kBrokenProtocol);
  }
  return WithCode(
      absl::UnavailableError(absl::StrCat("the connection with ", peer,
                                          " was cut: ", InWords(error))),
      CodeOfCut(error));
}

}  // namespace rt
