#include "runtime/net/client/curl_error.h"

#include <openssl/x509_vfy.h>
#include <strings.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/error_phase.h"
#include "runtime/net/client/call_error.h"
#include "runtime/net/client/certificate_error.h"
#include "runtime/net/net_error.h"

namespace rt {
namespace {

// What went wrong, and when.
struct Finding {
  std::string phase;
  std::string code;
  std::string reason;
};

curl_off_t Time(CURL* handle, CURLINFO info) {
  curl_off_t micros = 0;
  curl_easy_getinfo(handle, info, &micros);
  return micros;
}

// How far a transfer came, by the times that curl has of it.
const char* PhaseOf(CURL* handle, const CurlFailure& failure) {
  if (failure.has_head) return kPhaseBody;
  if (Time(handle, CURLINFO_PRETRANSFER_TIME_T) > 0) return kPhaseResponse;
  if (Time(handle, CURLINFO_APPCONNECT_TIME_T) > 0) return kPhaseRequest;
  if (Time(handle, CURLINFO_CONNECT_TIME_T) > 0) {
    const char* scheme = nullptr;
    curl_easy_getinfo(handle, CURLINFO_SCHEME, &scheme);
    const bool is_plain = scheme != nullptr && strcasecmp(scheme, "http") == 0;
    return is_plain ? kPhaseRequest : kPhaseTls;
  }
  if (Time(handle, CURLINFO_NAMELOOKUP_TIME_T) > 0) return kPhaseConnect;
  return kPhaseDns;
}

Finding OfConnecting(CURL* handle) {
  long error = 0;
  curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &error);
  if (error == 0) error = ECONNREFUSED;
  return {kPhaseConnect, ErrnoName(static_cast<int>(error)),
          strerror(static_cast<int>(error))};
}

Finding OfCertificate(CURL* handle, absl::string_view text) {
  long result = 0;
  curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &result);
  // OpenSSL found nothing: it is the name that curl does not find in it, which
  // it looks for before it asks OpenSSL (then 1).
  if (result == X509_V_OK || result == X509_V_ERR_UNSPECIFIED) {
    return {kPhaseTls, "ERR_TLS_CERT_ALTNAME_INVALID", std::string(text)};
  }
  return {kPhaseTls, CertificateErrorCode(result),
          CertificateErrorText(result)};
}

// OpenSSL's view of a connection that the other side cut while TLS began.
bool IsCut(absl::string_view text) {
  return absl::StrContains(text, strerror(ECONNRESET)) ||
         absl::StrContains(text, "SSL_ERROR_SYSCALL") ||
         absl::StrContains(text, "unexpected eof");
}

Finding Find(CURL* handle, const CurlFailure& failure) {
  const std::string text(
      failure.text.empty() ? absl::string_view(curl_easy_strerror(failure.code))
                           : failure.text);
  switch (failure.code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return {kPhaseDns, kNoSuchHost, text};
    case CURLE_COULDNT_CONNECT:
      return OfConnecting(handle);
    case CURLE_PROXY:
      return {kPhaseConnect, "ERR_PROXY", text};
    case CURLE_OPERATION_TIMEDOUT:
      return {PhaseOf(handle, failure), kNoAnswer, "timed out"};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return OfCertificate(handle, text);
    case CURLE_SSL_CONNECT_ERROR:
      return {kPhaseTls, IsCut(text) ? kCutConnection : kBadTls, text};
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_USE_SSL_FAILED:
      return {kPhaseTls, kBadTls, text};
    case CURLE_SEND_ERROR:
    case CURLE_SEND_FAIL_REWIND:
      return {kPhaseRequest, kCutConnection, text};
    case CURLE_READ_ERROR:
    case CURLE_ABORTED_BY_CALLBACK:
      return {kPhaseRequest, "ERR_REQUEST_BODY", text};
    case CURLE_GOT_NOTHING:
      return {PhaseOf(handle, failure), kCutConnection,
              "the server closed the connection before it had answered"};
    case CURLE_RECV_ERROR:
      // Chunks that are none come as this one too.
      return {PhaseOf(handle, failure),
              absl::StrContains(text, "chunked-encoding") ? kBrokenProtocol
                                                          : kCutConnection,
              text};
    case CURLE_PARTIAL_FILE:
      return {kPhaseBody, kCutConnection,
              "the server closed the connection in the middle of its answer"};
    default:
      return {PhaseOf(handle, failure), kBrokenProtocol, text};
  }
}

absl::string_view Tried(const std::string& phase) {
  if (phase == kPhaseDns) return "cannot find the host of ";
  if (phase == kPhaseConnect) return "cannot connect to ";
  if (phase == kPhaseTls) return "cannot speak TLS with ";
  if (phase == kPhaseRequest) return "cannot send a request to ";
  if (phase == kPhaseBody) return "cannot read the body of an answer of ";
  return "no answer from ";
}

}  // namespace

absl::Status CurlError(CURL* handle, const CurlFailure& failure) {
  const Finding found = Find(handle, failure);
  absl::Status status = absl::UnavailableError(
      absl::StrCat(Tried(found.phase), failure.peer, ": ", found.reason, " (",
                   found.code, ")"));
  SetErrorPayload(status, kErrorCode, found.code);
  SetErrorPayload(status, kErrorPhase, found.phase);
  return status;
}

}  // namespace rt
