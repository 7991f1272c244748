#include "runtime/net/http/head_checks.h"

#include <array>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace rt {
namespace {

constexpr int kBadRequest = 400;
constexpr int kNotImplemented = 501;
constexpr int kVersionNotSupported = 505;

// A host and a port, as far as that no other part of a URL begins in them.
constexpr std::array<bool, 256> HostCharacters() {
  std::array<bool, 256> good{};
  for (int c = '0'; c <= '9'; ++c) good[static_cast<size_t>(c)] = true;
  for (int c = 'a'; c <= 'z'; ++c) good[static_cast<size_t>(c)] = true;
  for (int c = 'A'; c <= 'Z'; ++c) good[static_cast<size_t>(c)] = true;
  for (const char c : {'.', '-', '_', '~', '!', '$', '&', '\'', '(', ')', '*',
                       '+', ',', ';', '=', ':', '[', ']', '%'}) {
    good[static_cast<unsigned char>(c)] = true;
  }
  return good;
}
constexpr std::array<bool, 256> kInHost = HostCharacters();

bool IsHost(absl::string_view host) {
  for (const char c : host) {
    if (!kInHost[static_cast<unsigned char>(c)]) return false;
  }
  // A colon with no port behind it is good (RFC 3986, 3.2.3); one with
  // something else is not.
  const size_t colon = host.rfind(':');
  if (colon == absl::string_view::npos || host.back() == ']') return true;
  absl::string_view port = host.substr(colon + 1);
  if (port.size() > 5) return false;
  for (const char c : port) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) return false;
  }
  return true;
}

int CheckLine(absl::string_view line) {
  // Continues the line before it.
  if (line.front() == ' ' || line.front() == '\t') return kBadRequest;
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos || colon == 0) return kBadRequest;
  const char before = line[colon - 1];
  return before == ' ' || before == '\t' ? kBadRequest : 0;
}

// "GET / HTTP/1.1": what is behind the last space.
int CheckVersion(absl::string_view line) {
  const size_t space = line.rfind(' ');
  if (space == absl::string_view::npos) return kBadRequest;
  absl::string_view version = line.substr(space + 1);
  if (version.size() != 8 || !absl::StartsWith(version, "HTTP/") ||
      version[6] != '.' ||
      !absl::ascii_isdigit(static_cast<unsigned char>(version[5])) ||
      !absl::ascii_isdigit(static_cast<unsigned char>(version[7]))) {
    return kBadRequest;
  }
  return version == "HTTP/1.1" || version == "HTTP/1.0" ? 0
                                                        : kVersionNotSupported;
}

int CheckTarget(absl::string_view method, absl::string_view target) {
  for (const char c : target) {
    // Beast has refused the rest of what is no visible ASCII.
    if (c == '#' || static_cast<unsigned char>(c) > 0x7e) return kBadRequest;
  }
  // A tunnel, which needs a proxy.
  if (method == "CONNECT") return kNotImplemented;
  if (target.front() == '/') return 0;
  if (target == "*") return method == "OPTIONS" ? 0 : kBadRequest;
  for (const absl::string_view scheme : {"http://", "https://"}) {
    if (!absl::StartsWithIgnoreCase(target, scheme)) continue;
    absl::string_view host = target.substr(scheme.size());
    host = host.substr(0, host.find_first_of("/?"));
    return !host.empty() && IsHost(host) ? 0 : kBadRequest;
  }
  return kBadRequest;
}

int TakeField(const HttpField& field, RequestHead& head, bool& has_host) {
  // By length first: most fields are none of these.
  switch (field.name.size()) {
    case 4:
      if (!absl::EqualsIgnoreCase(field.name, "host")) return 0;
      if (has_host || !IsHost(field.value)) return kBadRequest;
      has_host = true;
      head.host = field.value;
      return 0;
    case 6:
      if (!absl::EqualsIgnoreCase(field.name, "expect")) return 0;
      if (!absl::EqualsIgnoreCase(field.value, "100-continue")) return 417;
      head.expects_continue = head.is_http11;
      return 0;
    case 8:
      if (absl::EqualsIgnoreCase(field.name, "cdn-loop")) {
        head.names_loop = true;
      }
      return 0;
    case 14: {
      if (!absl::EqualsIgnoreCase(field.name, "content-length")) return 0;
      if (head.content_length.has_value() || head.is_chunked ||
          field.value.empty() || field.value.size() > 19) {
        return kBadRequest;
      }
      uint64_t length = 0;
      for (const char c : field.value) {
        if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) {
          return kBadRequest;
        }
        length = length * 10 + static_cast<uint64_t>(c - '0');
      }
      head.content_length = length;
      return 0;
    }
    case 17:
      if (!absl::EqualsIgnoreCase(field.name, "transfer-encoding")) return 0;
      if (head.is_chunked || head.content_length.has_value() ||
          !head.is_http11) {
        return kBadRequest;
      }
      if (!absl::EqualsIgnoreCase(field.value, "chunked")) {
        return kNotImplemented;
      }
      head.is_chunked = true;
      return 0;
    default:
      return 0;
  }
}

}  // namespace

int CheckHeadText(absl::string_view text) {
  if (memchr(text.data(), '\0', text.size()) != nullptr) return kBadRequest;
  bool is_first = true;
  for (;;) {
    const size_t end = text.find('\n');
    // Each line ends with CR LF, and has no other CR.
    if (end == absl::string_view::npos || end == 0 || text[end - 1] != '\r') {
      return kBadRequest;
    }
    const absl::string_view line = text.substr(0, end - 1);
    if (memchr(line.data(), '\r', line.size()) != nullptr) return kBadRequest;
    if (line.empty()) return is_first ? kBadRequest : 0;
    const int status = is_first ? CheckVersion(line) : CheckLine(line);
    if (status != 0) return status;
    is_first = false;
    text.remove_prefix(end + 1);
  }
}

int CheckFields(RequestHead& head) {
  bool has_host = false;
  for (const HttpField& field : head.fields) {
    const int status = TakeField(field, head, has_host);
    if (status != 0) return status;
  }
  if (head.is_http11 && !has_host) return kBadRequest;
  return CheckTarget(head.method, head.target);
}

}  // namespace rt
