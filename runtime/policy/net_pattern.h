#ifndef RUNTIME_POLICY_NET_PATTERN_H_
#define RUNTIME_POLICY_NET_PATTERN_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// Hosts and ports that a sandbox may talk to, as one entry of `sandbox.net`
// says: HOST:PORT, where HOST is a name, an IPv4 address, an IPv6 address in
// brackets, "*" for any host, or "*.DOMAIN" for any name below a domain (not
// for the domain itself), and PORT is a number from 1 to 65535 or "*". Case
// does not matter, nor does a dot at the end of a name.
//
// Names are compared as text: an address is granted by itself, not by a name
// that leads to it.
class NetPattern {
 public:
  // InvalidArgument, with a message that names the text and what is wrong.
  static absl::StatusOr<NetPattern> Parse(absl::string_view text);

  bool Matches(absl::string_view host, uint16_t port) const;

  // Whether everything that `other` matches is matched by this one.
  bool Covers(const NetPattern& other) const;

  // 0 for any.
  uint16_t port() const { return port_; }

  // In the form that Parse() takes.
  std::string ToString() const;

 private:
  enum class Kind { kAny, kBelow, kExact };

  bool MatchesHost(absl::string_view host) const;

  Kind kind_ = Kind::kAny;
  // Lower case; with kBelow, the domain with a dot in front.
  std::string host_;
  uint16_t port_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_POLICY_NET_PATTERN_H_
