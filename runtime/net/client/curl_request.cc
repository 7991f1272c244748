#include "runtime/net/client/curl_request.h"

#include <openssl/ssl.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "runtime/net/tls.h"

namespace rt {
namespace {

// A socket's buffer, and what a reader gets at once.
constexpr long kReadBytes = 64 << 10;
constexpr long kWriteBytes = 64 << 10;

class Headers {
 public:
  void Add(const std::string& line) {
    curl_slist* const longer = curl_slist_append(list_.get(), line.c_str());
    if (longer == nullptr) return;
    static_cast<void>(list_.release());
    list_.reset(longer);
  }
  UniqueSlist Take() { return std::move(list_); }

 private:
  UniqueSlist list_;
};

// curl's way to write a line: "Name;" for a header without a value
// (CURLOPT_HTTPHEADER).
std::string Line(const HttpRequest::Header& header) {
  return header.value.empty() ? absl::StrCat(header.name, ";")
                              : absl::StrCat(header.name, ": ", header.value);
}

CURLcode TrustRoots(CURL* /*handle*/, void* context, void* roots) {
  const absl::StatusOr<WebSocketStream::TlsContext> trusting =
      ClientTlsContext(*static_cast<const std::string*>(roots));
  if (!trusting.ok()) return CURLE_SSL_CACERT_BADFILE;
  SSL_CTX_set1_cert_store(static_cast<SSL_CTX*>(context),
                          SSL_CTX_get_cert_store((*trusting)->native_handle()));
  return CURLE_OK;
}

void SetTls(CURL* handle, const std::string& roots) {
  curl_easy_setopt(handle, CURLOPT_SSLVERSION, long{CURL_SSLVERSION_TLSv1_2});
  // One store of certificates for all connections of the process.
  curl_easy_setopt(handle, CURLOPT_CAINFO, nullptr);
  curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, &TrustRoots);
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, &roots);
}

void SetBody(CURL* handle, const HttpRequest& request, Headers& headers) {
  if (request.stream) {
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE,
                     curl_off_t{request.stream->size.value_or(-1)});
    curl_easy_setopt(handle, CURLOPT_UPLOAD_BUFFERSIZE, kWriteBytes);
  } else if (request.whole) {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.whole->bytes.data());
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.whole->bytes.size()));
  } else if (request.method == "POST" || request.method == "PUT") {
    // "Content-Length: 0":
    // https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, "");
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t{0});
  } else {
    if (request.method == "HEAD") curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
    return;
  }
  // Nothing that the program did not ask for: a type, a question first.
  headers.Add("Expect:");
  for (const HttpRequest::Header& header : request.headers) {
    if (absl::EqualsIgnoreCase(header.name, "content-type")) return;
  }
  headers.Add("Content-Type:");
}

}  // namespace

UniqueSlist SetRequest(CURL* handle, const HttpRequest& request,
                       const std::string& roots) {
  curl_easy_setopt(handle, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_2TLS});
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, kReadBytes);
  // All that curl can decode is offered and taken off.
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (!request.unix_path.empty()) {
    curl_easy_setopt(handle, CURLOPT_UNIX_SOCKET_PATH,
                     request.unix_path.c_str());
  }
  // No Kerberos, which is left away (absent_libraries.cc).
  curl_easy_setopt(handle, CURLOPT_SOCKS5_AUTH, long{CURLAUTH_BASIC});
  if (!request.uses_proxies) curl_easy_setopt(handle, CURLOPT_PROXY, "");
  SetTls(handle, roots);

  Headers headers;
  for (const HttpRequest::Header& header : request.headers) {
    headers.Add(Line(header));
  }
  SetBody(handle, request, headers);
  if (request.method != "GET" && request.method != "HEAD") {
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  UniqueSlist list = headers.Take();
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list.get());
  return list;
}

std::string PeerOf(const HttpRequest& request) {
  if (!request.unix_path.empty()) {
    return absl::StrCat("the socket '", request.unix_path, "'");
  }
  absl::string_view rest = request.url;
  const bool is_secure = absl::StartsWith(rest, "https:");
  if (const size_t at = rest.find("//"); at != absl::string_view::npos) {
    rest.remove_prefix(at + 2);
  }
  absl::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const size_t at = authority.rfind('@'); at != absl::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  const size_t colon = authority.rfind(':');
  const size_t bracket = authority.rfind(']');
  const bool has_port = colon != absl::string_view::npos &&
                        (bracket == absl::string_view::npos || colon > bracket);
  return has_port ? std::string(authority)
                  : absl::StrCat(authority, is_secure ? ":443" : ":80");
}

}  // namespace rt
