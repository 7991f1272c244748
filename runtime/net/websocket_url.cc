#include "runtime/net/websocket_url.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {
namespace {

absl::Status NoHostPort(absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "'", text, "' is no host and port, as 'host:443' or '[::1]:443'"));
}

bool IsHostCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' ||
         c == '.' || c == '_';
}

bool IsAddressCharacter(char c) {
  return absl::ascii_isxdigit(static_cast<unsigned char>(c)) || c == ':' ||
         c == '.';
}

bool IsAll(absl::string_view text, bool (*is)(char)) {
  for (const char c : text) {
    if (!is(c)) return false;
  }
  return !text.empty();
}

// Takes the host off the front of `text`; leaves ":port" or nothing.
absl::StatusOr<std::string> TakeHost(absl::string_view& text) {
  const absl::string_view whole = text;
  if (absl::ConsumePrefix(&text, "[")) {
    const size_t end = text.find(']');
    const absl::string_view host = text.substr(0, end);
    if (end == text.npos || !IsAll(host, IsAddressCharacter)) {
      return NoHostPort(whole);
    }
    text.remove_prefix(end + 1);
    return std::string(host);
  }
  const absl::string_view host = text.substr(0, text.find(':'));
  if (!IsAll(host, IsHostCharacter)) return NoHostPort(whole);
  text.remove_prefix(host.size());
  return std::string(host);
}

absl::StatusOr<uint16_t> TakePort(absl::string_view text,
                                  absl::string_view whole) {
  int port = 0;
  if (!absl::ConsumePrefix(&text, ":") ||
      !IsAll(text,
             [](char c) {
               return absl::ascii_isdigit(static_cast<unsigned char>(c));
             }) ||
      !absl::SimpleAtoi(text, &port) || port > UINT16_MAX) {
    return NoHostPort(whole);
  }
  return static_cast<uint16_t>(port);
}

}  // namespace

std::string HostPort::Text() const {
  return absl::StrContains(host, ':') ? absl::StrCat("[", host, "]:", port)
                                      : absl::StrCat(host, ":", port);
}

absl::StatusOr<HostPort> ParseHostPort(absl::string_view text) {
  absl::string_view rest = text;
  absl::StatusOr<std::string> host = TakeHost(rest);
  if (!host.ok()) return NoHostPort(text);
  const absl::StatusOr<uint16_t> port = TakePort(rest, text);
  if (!port.ok()) return port.status();
  return HostPort{.host = *std::move(host), .port = *port};
}

std::string WebSocketUrl::Text() const {
  return absl::StrCat(is_secure ? "wss://" : "ws://", at.Text());
}

absl::StatusOr<WebSocketUrl> ParseWebSocketUrl(absl::string_view text) {
  const absl::Status error = absl::InvalidArgumentError(absl::StrCat(
      "'", text, "' is no address of a realm host, as 'wss://", "host:port'"));
  absl::string_view rest = text;
  WebSocketUrl url;
  if (absl::StartsWithIgnoreCase(rest, "wss://")) {
    rest.remove_prefix(6);
  } else if (absl::StartsWithIgnoreCase(rest, "ws://")) {
    rest.remove_prefix(5);
    url.is_secure = false;
  } else {
    return error;
  }
  absl::ConsumeSuffix(&rest, "/");
  absl::StatusOr<std::string> host = TakeHost(rest);
  if (!host.ok()) return error;
  url.at.host = *std::move(host);
  url.at.port = url.is_secure ? 443 : 80;
  if (rest.empty()) return url;
  const absl::StatusOr<uint16_t> port = TakePort(rest, text);
  if (!port.ok() || *port == 0) return error;
  url.at.port = *port;
  return url;
}

}  // namespace rt
