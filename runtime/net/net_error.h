#ifndef RUNTIME_NET_NET_ERROR_H_
#define RUNTIME_NET_NET_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/base/error_payload.h"

namespace rt {

// The code of a connection's error, for JavaScript (kErrorCode of
// runtime/base/error_payload.h): the system's own, as 'ECONNREFUSED', or one of
// these.
inline constexpr char kNoSuchHost[] = "ENOTFOUND";
inline constexpr char kCutConnection[] = "ECONNRESET";
inline constexpr char kNoAnswer[] = "ETIMEDOUT";
inline constexpr char kNotEncrypted[] = "ERR_NOT_ENCRYPTED";
inline constexpr char kBadTls[] = "ERR_TLS";
inline constexpr char kBadCertificate[] = "ERR_TLS_CERTIFICATE";
inline constexpr char kRefusedToken[] = "ERR_TOKEN_REFUSED";
inline constexpr char kNoWebSocket[] = "ERR_NO_WEBSOCKET";
inline constexpr char kBrokenProtocol[] = "ERR_PROTOCOL";
inline constexpr char kClosedByPeer[] = "ERR_CLOSED_BY_HOST";
inline constexpr char kClosedEarly[] = "ERR_CLOSED_EARLY";
inline constexpr char kSlowPeer[] = "ERR_SLOW_PEER";

inline absl::Status WithCode(absl::Status status, absl::string_view code) {
  SetErrorPayload(status, kErrorCode, code);
  return status;
}

}  // namespace rt

#endif  // RUNTIME_NET_NET_ERROR_H_
