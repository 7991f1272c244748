#include "runtime/policy/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/policy/landlock_abi.h"

namespace rt {
namespace {

constexpr uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr uint64_t kReadTree = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;
// Without those that make devices, sockets and named pipes: nobody grants them.
// To remove a folder with all that is in it, rt must list it: who may write a
// tree may do that as far as the kernel is concerned, and not by rt:file.
constexpr uint64_t kWriteFile =
    LANDLOCK_ACCESS_FS_WRITE_FILE | landlock::kTruncate;
constexpr uint64_t kWriteTree =
    kWriteFile | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM |
    LANDLOCK_ACCESS_FS_REFER;

// All that an ABI knows of files: what no rule allows is denied.
uint64_t HandledFiles(int abi) {
  // The rights of ABI 1 are the bits up to MAKE_SYM.
  uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
  if (abi >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) rights |= landlock::kTruncate;
  if (abi >= 5) rights |= landlock::kIoctlDev;
  return rights;
}

absl::Status Failed(const char* tried, const char* syscall) {
  return ErrnoStatus(errno, tried, "", syscall);
}

// Time zones, which V8 looks up when it first needs one.
constexpr const char* kPublic[] = {"/etc/localtime", "/usr/share/zoneinfo"};

// What the C library reads to find a host (nsswitch.conf(5), resolver(5)), and
// OpenSSL to trust one: for a realm that may talk to some.
constexpr const char* kPublicWithNet[] = {"/etc/resolv.conf",
                                          "/etc/hosts",
                                          "/etc/nsswitch.conf",
                                          "/etc/host.conf",
                                          "/etc/gai.conf",
                                          "/etc/services",
                                          "/etc/ssl/certs",
                                          "/etc/ssl/openssl.cnf",
                                          "/usr/lib/ssl",
                                          "/usr/share/ca-certificates",
                                          "/usr/local/share/ca-certificates"};

// Below 0 with errno set.
long AskAbi() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0,
                 LANDLOCK_CREATE_RULESET_VERSION);
}

class Rules {
 public:
  static absl::StatusOr<Rules> Create(const landlock::RulesetAttr& attributes) {
    UniqueFd fd(static_cast<int>(syscall(SYS_landlock_create_ruleset,
                                         &attributes, sizeof(attributes), 0)));
    if (!fd.valid()) {
      return Failed("make rules of Landlock", "landlock_create_ruleset");
    }
    return Rules(std::move(fd), attributes.handled_access_fs);
  }

  absl::Status Allow(const std::string& path, uint64_t file_rights,
                     uint64_t tree_rights) {
    const UniqueFd fd(
        RetryOnEintr([&] { return open(path.c_str(), O_PATH | O_CLOEXEC); }));
    struct stat info;
    if (!fd.valid() || fstat(fd.get(), &info) == -1) {
      return ErrnoStatus(errno, absl::StrCat("grant '", path, "'"), path,
                         "open");
    }
    landlock_path_beneath_attr rule = {};
    rule.allowed_access =
        (S_ISDIR(info.st_mode) ? tree_rights : file_rights) & handled_;
    rule.parent_fd = fd.get();
    if (syscall(SYS_landlock_add_rule, fd_.get(), LANDLOCK_RULE_PATH_BENEATH,
                &rule, 0) == -1) {
      return ErrnoStatus(errno, absl::StrCat("grant '", path, "'"), path,
                         "landlock_add_rule");
    }
    return absl::OkStatus();
  }

  absl::Status AllowConnect(uint16_t port) {
    const landlock::NetPortAttr rule = {.allowed_access = landlock::kConnectTcp,
                                        .port = port};
    if (syscall(SYS_landlock_add_rule, fd_.get(), landlock::kRuleNetPort, &rule,
                0) == -1) {
      return Failed("grant a port", "landlock_add_rule");
    }
    return absl::OkStatus();
  }

  UniqueFd Take() { return std::move(fd_); }

 private:
  Rules(UniqueFd fd, uint64_t handled)
      : fd_(std::move(fd)), handled_(handled) {}

  UniqueFd fd_;
  uint64_t handled_;
};

}  // namespace

int LandlockAbi() {
  const long abi = AskAbi();
  return abi < 0 ? 0 : static_cast<int>(abi);
}

std::string WhyNoLandlock() {
  if (AskAbi() > 0) return "";
  switch (errno) {
    case ENOSYS:
      return "the kernel has no Landlock: it is older than 5.13 or was built "
             "without it";
    case EOPNOTSUPP:
      return "the kernel was started without Landlock: its boot parameter lsm= "
             "lacks 'landlock'";
    default:
      return absl::StrCat(
          "this process is not let use Landlock: landlock_create_ruleset "
          "fails with ",
          ErrnoName(errno), ", as by a container's seccomp profile");
  }
}

absl::StatusOr<Landlock> Landlock::Make(const Policy& policy, bool loads) {
  const int abi = LandlockAbi();
  landlock::RulesetAttr attributes;
  attributes.handled_access_fs = HandledFiles(abi);
  // A port cannot be "any"; then the bindings alone hold.
  const bool any_port =
      std::any_of(policy.net().begin(), policy.net().end(),
                  [](const NetPattern& net) { return net.port() == 0; });
  if (abi >= 4) {
    attributes.handled_access_net = landlock::kBindTcp;
    if (!any_port) attributes.handled_access_net |= landlock::kConnectTcp;
  }
  if (abi >= 6) attributes.scoped = landlock::kScopeAbstractUnixSocket;

  absl::StatusOr<Rules> rules = Rules::Create(attributes);
  if (!rules.ok()) return rules.status();
  absl::Status status;
  const auto allow = [&](const std::vector<std::string>& paths, uint64_t file,
                         uint64_t tree) {
    for (const std::string& path : paths) {
      if (status.ok()) status = rules->Allow(path, file, tree);
    }
  };
  allow(policy.read(), kReadFile, kReadTree);
  allow(policy.write(), kWriteFile, kWriteTree);
  if (loads) {
    for (const std::string& path : policy.load()) {
      // The folder of an entry that is not there may be missing as well.
      rules->Allow(path, kReadFile, kReadTree).IgnoreError();
    }
    for (const char* path : kPublic) {
      rules->Allow(path, kReadFile, kReadTree).IgnoreError();
    }
    for (const char* path : kPublicWithNet) {
      if (policy.net().empty()) break;
      rules->Allow(path, kReadFile, kReadTree).IgnoreError();
    }
  }
  if (abi >= 4 && !any_port) {
    for (const NetPattern& net : policy.net()) {
      if (status.ok()) status = rules->AllowConnect(net.port());
    }
  }
  if (!status.ok()) return status;
  return Landlock(rules->Take());
}

absl::StatusOr<Landlock> Landlock::ForRealm(const Policy& policy) {
  return Make(policy, true);
}

absl::StatusOr<Landlock> Landlock::ForFiles(const Policy& policy) {
  return Make(policy, false);
}

absl::Status Landlock::RestrictThread() const {
  if (syscall(SYS_landlock_restrict_self, rules_.get(), 0) == -1) {
    return Failed("restrict a thread by Landlock", "landlock_restrict_self");
  }
  return absl::OkStatus();
}

}  // namespace rt
