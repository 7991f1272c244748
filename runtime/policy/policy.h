#ifndef RUNTIME_POLICY_POLICY_H_
#define RUNTIME_POLICY_POLICY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/policy/net_pattern.h"

namespace rt {

// What a sandbox realm may do: what its maker granted it, never more than the
// maker itself may. Immutable, shared by all threads that work for the realm.
//
// The bindings ask it before they act. So far as it can, the kernel holds the
// same for the realm's threads (thread_restriction.h).
class Policy {
 public:
  // What a maker grants. Nothing by default.
  struct Request {
    // Absolute paths. A folder stands for all that is in it.
    std::vector<std::string> read;
    std::vector<std::string> write;
    std::vector<std::string> net;  // as NetPattern::Parse() takes it
    std::vector<std::string> env;  // names
    // "kv:sessions", "kv:*" ...; the kinds are kStoreKinds.
    std::vector<std::string> stores;
    // "rt:file" ...; without a value kDefaultModules.
    std::optional<std::vector<std::string>> modules;
    // 0: as for the maker.
    size_t memory_bytes = 0;
    int64_t cpu_ns = 0;
    int64_t wall_ns = 0;
  };

  // Those that give nothing by themselves: what rt:file reaches is granted by
  // `read` and `write`, what rt:kv and the like do by `stores`, the environment
  // of rt:process by `env`, and a realm of rt:realm has no more than its maker.
  static constexpr absl::string_view kDefaultModules[] = {
      "rt:cache",   "rt:config", "rt:file",  "rt:kv",
      "rt:process", "rt:realm",  "rt:secret"};

  // Of the stores with names: rt:cache ...
  static constexpr absl::string_view kStoreKinds[] = {"cache", "config", "kv",
                                                      "secret"};

  // Whether it names a store, or with '*' all of a kind.
  static bool IsStorePattern(absl::string_view text);

  // A heap needs as much at the least.
  static constexpr uint64_t kLeastMemoryBytes = uint64_t{16} << 20;

  // The policy for a realm whose first module is at `entry`, a path (empty
  // where it is no file). `maker` is null where that is no sandbox.
  //
  // Fails with an error of the file system where a granted path does not exist,
  // since no rule of the kernel can be laid on it; with Denied() where the
  // maker does not have what it grants; with InvalidArgument where a pattern is
  // none.
  static absl::StatusOr<std::shared_ptr<const Policy>> Make(
      const Request& request, const std::string& entry,
      const std::shared_ptr<const Policy>& maker);

  // The policy of a sandbox's realm for which nothing was asked: as `maker`.
  static absl::StatusOr<std::shared_ptr<const Policy>> Inherit(
      const std::string& entry, const std::shared_ptr<const Policy>& maker);

  // Of real paths: absolute, without links, "." and "..".
  bool MayRead(absl::string_view path) const;
  bool MayWrite(absl::string_view path) const;
  // As the text of a module: what lies in the tree of the entry's folder or in
  // a node_modules that its imports search, and what may be read.
  bool MayLoad(absl::string_view path) const;

  bool MayConnect(absl::string_view host, uint16_t port) const;
  bool MaySeeEnv(absl::string_view name) const;
  bool MayUseStore(absl::string_view kind, absl::string_view name) const;
  bool MayImport(absl::string_view builtin) const;

  // What is granted, for those who hold it: real paths.
  const std::vector<std::string>& read() const { return read_; }
  const std::vector<std::string>& write() const { return write_; }
  const std::vector<std::string>& load() const { return load_; }
  const std::vector<NetPattern>& net() const { return net_; }
  // 0: no limit.
  size_t memory_bytes() const { return memory_bytes_; }
  int64_t cpu_ns() const { return cpu_ns_; }
  int64_t wall_ns() const { return wall_ns_; }

 private:
  Policy() = default;

  absl::Status Take(const Request& request, const Policy* maker);
  absl::Status TakeEntry(const std::string& entry, const Policy* maker);

  std::vector<std::string> read_;
  std::vector<std::string> write_;
  std::vector<std::string> load_;
  std::vector<NetPattern> net_;
  std::vector<std::string> env_;
  std::vector<std::string> stores_;
  std::vector<std::string> modules_;
  size_t memory_bytes_ = 0;
  int64_t cpu_ns_ = 0;
  int64_t wall_ns_ = 0;
};

// What the maker of a sandbox realm asks for.
struct SandboxRequest {
  Policy::Request policy;
  // Where the kernel has no Landlock, there is no realm.
  bool require_landlock = false;
};

// The error of what a sandbox may not do; its code is 'EPERM':
//   Denied("read '/etc/passwd'", "sandbox.read with '/etc/passwd'") is
//   "cannot read '/etc/passwd': the sandbox does not grant it; sandbox.read
//   with '/etc/passwd' would (EPERM)"
// `path` is the file concerned, where there is one.
absl::Status Denied(absl::string_view tried, absl::string_view grant,
                    absl::string_view path = "");

// The second half of that, for who says the first: "the sandbox does not grant
// it; ...".
absl::Status DeniedReason(absl::string_view grant, absl::string_view path = "");

// The same for what no grant allows; `why` is a sentence's part: "it would end
// the whole process".
absl::Status DeniedAlways(absl::string_view tried, absl::string_view why);

// Whether `path` is `tree` or in it. Both absolute and normal.
bool IsInTree(absl::string_view path, absl::string_view tree);

}  // namespace rt

#endif  // RUNTIME_POLICY_POLICY_H_
