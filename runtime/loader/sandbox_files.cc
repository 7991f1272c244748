#include "runtime/loader/sandbox_files.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/file_url.h"
#include "runtime/loader/resolve/reference.h"
#include "runtime/policy/path_gate.h"

namespace rt {
namespace {

class SandboxFiles final : public FileTree {
 public:
  SandboxFiles(Interruption& interruption, std::shared_ptr<const Policy> policy)
      : disk_(NewDiskFileTree(interruption)), policy_(std::move(policy)) {}

  absl::StatusOr<Kind> Find(const std::string& path) override {
    // A path may be one through links, and what it leads to out of the tree.
    const absl::StatusOr<std::string> real = disk_->RealPath(path);
    if (!policy_->MayLoad(real.ok() ? *real : path)) return Kind::kMissing;
    return disk_->Find(path);
  }

  absl::StatusOr<std::string> RealPath(const std::string& path) override {
    return disk_->RealPath(path);
  }

  absl::StatusOr<std::string> Read(const std::string& path) override {
    return ReadChecked(path, [this](const std::string& checked) {
      return disk_->Read(checked);
    });
  }

  absl::StatusOr<std::string> ReadRegular(const std::string& path,
                                          size_t limit) override {
    return ReadChecked(path, [this, limit](const std::string& checked) {
      return disk_->ReadRegular(checked, limit);
    });
  }

 private:
  template <typename Reader>
  absl::StatusOr<std::string> ReadChecked(const std::string& path,
                                          const Reader& read) {
    absl::StatusOr<CheckedPath> checked = CheckedPath::Check(
        *policy_, path, PathUse::kLoad, absl::StrCat("read '", path, "'"));
    if (!checked.ok()) return checked.status();
    absl::StatusOr<std::string> text = read(checked->path());
    if (!text.ok()) return checked->Rename(text.status(), path);
    return text;
  }

  const std::unique_ptr<FileTree> disk_;
  const std::shared_ptr<const Policy> policy_;
};

}  // namespace

std::unique_ptr<FileTree> NewSandboxFileTree(
    Interruption& interruption, std::shared_ptr<const Policy> policy) {
  return std::make_unique<SandboxFiles>(interruption, std::move(policy));
}

absl::Status CheckGranted(const Policy& policy, FileTree& files,
                          Resolver& resolver, absl::string_view specifier,
                          absl::string_view referrer) {
  const absl::StatusOr<std::string> url =
      resolver.ResolveUrl(specifier, referrer);
  // What is wrong with it is the resolver's to say.
  if (!url.ok() || UrlScheme(*url) != "file") return absl::OkStatus();
  const absl::StatusOr<std::string> path = FileUrlToPath(*url);
  if (!path.ok()) return absl::OkStatus();
  const absl::StatusOr<std::string> real = files.RealPath(*path);
  const std::string& place = real.ok() ? *real : *path;
  if (policy.MayLoad(place)) return absl::OkStatus();
  return DeniedReason(absl::StrCat("sandbox.read with '", place, "'"), *path);
}

absl::Status CheckBuiltinGranted(const Policy& policy, absl::string_view name) {
  if (policy.MayImport(name)) return absl::OkStatus();
  return DeniedReason(absl::StrCat("sandbox.modules with '", name, "'"));
}

}  // namespace rt
