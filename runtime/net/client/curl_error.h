#ifndef RUNTIME_NET_CLIENT_CURL_ERROR_H_
#define RUNTIME_NET_CLIENT_CURL_ERROR_H_

#include <curl/curl.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// What curl says of a transfer that failed, and what it was for.
struct CurlFailure {
  CURLcode code = CURLE_OK;
  // CURLOPT_ERRORBUFFER; may be empty.
  absl::string_view text;
  // Host and port, or a socket's path: for people.
  absl::string_view peer;
  // The answer's head was there.
  bool has_head = false;
};

// As a status with a code (net_error.h) and a phase (call_error.h). A code is
// the system's ('ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT'), that
// of OpenSSL for a certificate ('CERT_HAS_EXPIRED'), 'ERR_TLS',
// 'ERR_TLS_CERT_ALTNAME_INVALID', or 'ERR_PROTOCOL' for what is no HTTP. Not
// for users of runtime/net/client.
absl::Status CurlError(CURL* handle, const CurlFailure& failure);

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CURL_ERROR_H_
