#ifndef RUNTIME_POLICY_LANDLOCK_ABI_H_
#define RUNTIME_POLICY_LANDLOCK_ABI_H_

#include <cstdint>

// What <linux/landlock.h> of Debian 12 does not have: it is of ABI 2. The
// values are those of the kernel's include/uapi/linux/landlock.h, which never
// change. A kernel refuses bits that are newer than itself, so that whoever
// uses one looks at the ABI version first
// (https://docs.kernel.org/userspace-api/landlock.html#compatibility).
namespace rt::landlock {

// Rights to files.
inline constexpr uint64_t kTruncate = uint64_t{1} << 14;  // ABI 3
inline constexpr uint64_t kIoctlDev = uint64_t{1} << 15;  // ABI 5

// Rights to TCP ports, ABI 4.
inline constexpr uint64_t kBindTcp = uint64_t{1} << 0;
inline constexpr uint64_t kConnectTcp = uint64_t{1} << 1;

// What a domain is cut off from, ABI 6.
inline constexpr uint64_t kScopeAbstractUnixSocket = uint64_t{1} << 0;

// landlock_ruleset_attr as of ABI 6. An older kernel takes it as long as what
// it does not know is 0.
struct RulesetAttr {
  uint64_t handled_access_fs = 0;
  uint64_t handled_access_net = 0;
  uint64_t scoped = 0;
};

// LANDLOCK_RULE_NET_PORT and landlock_net_port_attr, ABI 4.
inline constexpr int kRuleNetPort = 2;
struct NetPortAttr {
  uint64_t allowed_access = 0;
  uint64_t port = 0;
};

}  // namespace rt::landlock

#endif  // RUNTIME_POLICY_LANDLOCK_ABI_H_
