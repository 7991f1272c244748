#include "runtime/policy/policy.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

absl::StatusOr<std::string> RealPathOf(const std::string& path,
                                       absl::string_view grant) {
  const std::unique_ptr<char, decltype(&free)> real(
      realpath(path.c_str(), nullptr), &free);
  if (real == nullptr) {
    return ErrnoStatus(errno, absl::StrCat("grant ", grant, " of '", path, "'"),
                       path, "realpath");
  }
  return std::string(real.get());
}

bool IsInOneOf(absl::string_view path, const std::vector<std::string>& trees) {
  return std::any_of(trees.begin(), trees.end(), [&](const std::string& tree) {
    return IsInTree(path, tree);
  });
}

bool Contains(const std::vector<std::string>& list, absl::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// For what a sandbox asks for that it has not itself.
absl::Status MoreThanMaker(absl::string_view grant, absl::string_view what) {
  return Denied(
      absl::StrCat("grant ", grant, " of ", what, " to a realm"),
      absl::StrCat("sandbox.", grant, " with ", what, " of the realm itself"));
}

// The limit that counts: 0 is none.
template <typename T>
absl::StatusOr<T> Limit(absl::string_view grant, T asked, T of_maker) {
  if (asked == 0) return of_maker;
  if (of_maker != 0 && asked > of_maker) {
    return MoreThanMaker(grant, "more than it has");
  }
  return asked;
}

bool IsFolder(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos || slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

bool IsInTree(absl::string_view path, absl::string_view tree) {
  if (tree == "/") return absl::StartsWith(path, "/");
  return absl::StartsWith(path, tree) &&
         (path.size() == tree.size() || path[tree.size()] == '/');
}

absl::Status DeniedReason(absl::string_view grant, absl::string_view path) {
  absl::Status status = absl::PermissionDeniedError(
      absl::StrCat("the sandbox does not grant it; ", grant, " would (EPERM)"));
  SetErrorPayload(status, kErrorCode, "EPERM");
  if (!path.empty()) SetErrorPayload(status, kErrorPath, path);
  return status;
}

absl::Status Denied(absl::string_view tried, absl::string_view grant,
                    absl::string_view path) {
  const absl::Status reason = DeniedReason(grant, path);
  absl::Status status(reason.code(),
                      absl::StrCat("cannot ", tried, ": ", reason.message()));
  SetErrorPayload(status, kErrorCode, "EPERM");
  if (!path.empty()) SetErrorPayload(status, kErrorPath, path);
  return status;
}

absl::Status DeniedAlways(absl::string_view tried, absl::string_view why) {
  absl::Status status = absl::PermissionDeniedError(
      absl::StrCat("cannot ", tried, ": no sandbox can be granted it, since ",
                   why, " (EPERM)"));
  SetErrorPayload(status, kErrorCode, "EPERM");
  return status;
}

absl::StatusOr<std::shared_ptr<const Policy>> Policy::Make(
    const Request& request, const std::string& entry,
    const std::shared_ptr<const Policy>& maker) {
  std::shared_ptr<Policy> policy(new Policy());
  absl::Status status = policy->Take(request, maker.get());
  if (status.ok()) status = policy->TakeEntry(entry, maker.get());
  if (!status.ok()) return status;
  return std::shared_ptr<const Policy>(std::move(policy));
}

absl::StatusOr<std::shared_ptr<const Policy>> Policy::Inherit(
    const std::string& entry, const std::shared_ptr<const Policy>& maker) {
  std::shared_ptr<Policy> policy(new Policy(*maker));
  if (absl::Status status = policy->TakeEntry(entry, maker.get());
      !status.ok()) {
    return status;
  }
  return std::shared_ptr<const Policy>(std::move(policy));
}

absl::Status Policy::Take(const Request& request, const Policy* maker) {
  const auto take_paths = [](const std::vector<std::string>& asked,
                             absl::string_view grant,
                             const std::vector<std::string>* of_maker,
                             std::vector<std::string>& taken) -> absl::Status {
    for (const std::string& path : asked) {
      absl::StatusOr<std::string> real = RealPathOf(path, grant);
      // A sandbox does not learn from this what there is.
      if (of_maker != nullptr && (!real.ok() || !IsInOneOf(*real, *of_maker))) {
        return MoreThanMaker(grant, absl::StrCat("'", path, "'"));
      }
      if (!real.ok()) return real.status();
      taken.push_back(*std::move(real));
    }
    return absl::OkStatus();
  };
  absl::Status status = take_paths(
      request.read, "read", maker == nullptr ? nullptr : &maker->read_, read_);
  if (status.ok()) {
    status = take_paths(request.write, "write",
                        maker == nullptr ? nullptr : &maker->write_, write_);
  }
  if (!status.ok()) return status;

  for (const std::string& text : request.net) {
    absl::StatusOr<NetPattern> pattern = NetPattern::Parse(text);
    if (!pattern.ok()) return pattern.status();
    if (maker != nullptr && std::none_of(maker->net_.begin(), maker->net_.end(),
                                         [&](const NetPattern& net) {
                                           return net.Covers(*pattern);
                                         })) {
      return MoreThanMaker("net", absl::StrCat("'", text, "'"));
    }
    net_.push_back(*std::move(pattern));
  }
  for (const std::string& name : request.env) {
    if (maker != nullptr && !maker->MaySeeEnv(name)) {
      return MoreThanMaker("env", absl::StrCat("'", name, "'"));
    }
    env_.push_back(name);
  }
  for (const std::string& text : request.stores) {
    if (!IsStorePattern(text)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", text, "' names no stores, as 'kv:sessions' and 'kv:*' do"));
    }
    const std::pair<absl::string_view, absl::string_view> store =
        absl::StrSplit(text, absl::MaxSplits(':', 1));
    if (maker != nullptr && !maker->MayUseStore(store.first, store.second)) {
      return MoreThanMaker("stores", absl::StrCat("'", text, "'"));
    }
    stores_.push_back(text);
  }
  if (request.modules.has_value()) {
    for (const std::string& name : *request.modules) {
      if (maker != nullptr && !maker->MayImport(name)) {
        return MoreThanMaker("modules", absl::StrCat("'", name, "'"));
      }
      modules_.push_back(name);
    }
  } else {
    for (const absl::string_view name : kDefaultModules) {
      if (maker == nullptr || maker->MayImport(name)) {
        modules_.emplace_back(name);
      }
    }
  }

  const absl::StatusOr<size_t> memory =
      Limit("memory", request.memory_bytes,
            maker == nullptr ? size_t{0} : maker->memory_bytes_);
  const absl::StatusOr<int64_t> cpu = Limit(
      "cpuMs", request.cpu_ns, maker == nullptr ? int64_t{0} : maker->cpu_ns_);
  const absl::StatusOr<int64_t> wall =
      Limit("wallMs", request.wall_ns,
            maker == nullptr ? int64_t{0} : maker->wall_ns_);
  if (!memory.ok()) return memory.status();
  if (!cpu.ok()) return cpu.status();
  if (!wall.ok()) return wall.status();
  memory_bytes_ = *memory;
  cpu_ns_ = *cpu;
  wall_ns_ = *wall;
  return absl::OkStatus();
}

absl::Status Policy::TakeEntry(const std::string& entry, const Policy* maker) {
  load_.clear();
  if (entry.empty()) return absl::OkStatus();
  const absl::StatusOr<std::string> real = RealPathOf(entry, "read");
  // That it is missing shows when it is loaded.
  const std::string path = real.ok() ? *real : entry;
  if (maker != nullptr && !maker->MayLoad(path)) {
    return Denied(absl::StrCat("start a realm with '", entry, "'"),
                  absl::StrCat("sandbox.read with '", path, "'"), entry);
  }
  std::vector<std::string> trees;
  const std::string folder = FolderOf(path);
  trees.push_back(folder);
  for (std::string above = folder; above != "/";) {
    above = FolderOf(above);
    std::string packages =
        absl::StrCat(above == "/" ? "" : above, "/node_modules");
    if (IsFolder(packages)) trees.push_back(std::move(packages));
  }
  for (std::string& tree : trees) {
    if (maker == nullptr || maker->MayLoad(tree)) {
      load_.push_back(std::move(tree));
    }
  }
  // Of a maker that was granted the entry's file alone.
  if (load_.empty()) load_.push_back(path);
  return absl::OkStatus();
}

bool Policy::MayRead(absl::string_view path) const {
  return IsInOneOf(path, read_);
}

bool Policy::MayWrite(absl::string_view path) const {
  return IsInOneOf(path, write_);
}

bool Policy::MayLoad(absl::string_view path) const {
  return IsInOneOf(path, load_) || MayRead(path);
}

bool Policy::MayConnect(absl::string_view host, uint16_t port) const {
  return std::any_of(net_.begin(), net_.end(), [&](const NetPattern& net) {
    return net.Matches(host, port);
  });
}

bool Policy::MaySeeEnv(absl::string_view name) const {
  return Contains(env_, name);
}

bool Policy::MayUseStore(absl::string_view kind, absl::string_view name) const {
  return Contains(stores_, absl::StrCat(kind, ":*")) ||
         Contains(stores_, absl::StrCat(kind, ":", name));
}

bool Policy::IsStorePattern(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> store =
      absl::StrSplit(text, absl::MaxSplits(':', 1));
  return absl::c_linear_search(kStoreKinds, store.first) &&
         !store.second.empty();
}

bool Policy::MayImport(absl::string_view builtin) const {
  return Contains(modules_, builtin);
}

}  // namespace rt
