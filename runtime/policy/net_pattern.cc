#include "runtime/policy/net_pattern.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {
namespace {

absl::Status Wrong(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' is no HOST:PORT to grant: ", why));
}

std::string Normal(absl::string_view host) {
  std::string normal = absl::AsciiStrToLower(host);
  if (normal.size() > 1 && normal.back() == '.') normal.pop_back();
  return normal;
}

bool IsAddressText(absl::string_view text) {
  for (const char c : text) {
    if (!absl::ascii_isxdigit(static_cast<unsigned char>(c)) && c != ':' &&
        c != '.') {
      return false;
    }
  }
  return text.find(':') != text.npos;
}

// Letters of any script are let through: a name is looked up as it stands.
bool IsNameText(absl::string_view text) {
  if (text.empty() || text.front() == '.' || text.front() == '-') return false;
  if (text.find("..") != text.npos) return false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && !absl::ascii_isalnum(byte) && c != '.' && c != '-' &&
        c != '_') {
      return false;
    }
  }
  return true;
}

}  // namespace

absl::StatusOr<NetPattern> NetPattern::Parse(absl::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == text.npos) {
    return Wrong(text, "it has no port; '*' stands for any");
  }
  NetPattern pattern;
  absl::string_view host = text.substr(0, colon);
  const absl::string_view port = text.substr(colon + 1);
  if (port != "*") {
    uint32_t number = 0;
    const bool is_digits =
        port.find_first_not_of("0123456789") == port.npos && port.size() <= 5;
    if (!is_digits || !absl::SimpleAtoi(port, &number) || number == 0 ||
        number > 65535) {
      return Wrong(text, "the port is neither '*' nor from 1 to 65535");
    }
    pattern.port_ = static_cast<uint16_t>(number);
  }
  if (host == "*") return pattern;
  if (absl::ConsumePrefix(&host, "[")) {
    if (!absl::ConsumeSuffix(&host, "]") || !IsAddressText(host)) {
      return Wrong(text, "between [ and ] stands no IPv6 address");
    }
    pattern.kind_ = Kind::kExact;
    pattern.host_ = absl::AsciiStrToLower(host);
    return pattern;
  }
  const bool is_below = absl::ConsumePrefix(&host, "*.");
  if (!IsNameText(host)) {
    return Wrong(text,
                 "the host is no name and no address; '*' stands for any, "
                 "'*.DOMAIN' for all below a domain, and an IPv6 address "
                 "stands in brackets");
  }
  pattern.kind_ = is_below ? Kind::kBelow : Kind::kExact;
  pattern.host_ = is_below ? absl::StrCat(".", Normal(host)) : Normal(host);
  return pattern;
}

bool NetPattern::MatchesHost(absl::string_view host) const {
  switch (kind_) {
    case Kind::kAny:
      return true;
    case Kind::kExact:
      return host == host_;
    case Kind::kBelow:
      return host.size() > host_.size() && absl::EndsWith(host, host_);
  }
  return false;
}

bool NetPattern::Matches(absl::string_view host, uint16_t port) const {
  return (port_ == 0 || port_ == port) && MatchesHost(Normal(host));
}

bool NetPattern::Covers(const NetPattern& other) const {
  if (port_ != 0 && port_ != other.port_) return false;
  if (kind_ == Kind::kAny) return true;
  if (other.kind_ == Kind::kAny) return false;
  if (other.kind_ == Kind::kExact) return MatchesHost(other.host_);
  // "*.b.c" is covered by "*.c" and by itself, and by no single host.
  return kind_ == Kind::kBelow && absl::EndsWith(other.host_, host_);
}

std::string NetPattern::ToString() const {
  std::string host = "*";
  if (kind_ == Kind::kBelow) host = absl::StrCat("*", host_);
  if (kind_ == Kind::kExact) {
    host =
        host_.find(':') == host_.npos ? host_ : absl::StrCat("[", host_, "]");
  }
  return absl::StrCat(host, ":", port_ == 0 ? "*" : absl::StrCat(port_));
}

}  // namespace rt
