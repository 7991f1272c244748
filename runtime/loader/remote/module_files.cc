#include "runtime/loader/remote/module_files.h"

#include <cerrno>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/interruption.h"
#include "runtime/frames/frame.h"
#include "runtime/loader/resolve/path.h"
#include "runtime/policy/path_gate.h"

namespace rt {
namespace {

// Of what the resolver can make a module (Resolver::Resolve()), and of source
// maps beside it.
constexpr absl::string_view kExtensions[] = {".js",  ".mjs",  ".ts",
                                             ".mts", ".json", ".map"};

// More than V8 takes as a string, and half of what a frame may have.
constexpr size_t kMaxText = kMaxFramePayload / 2;

class ModuleFiles final : public FileTree {
 public:
  explicit ModuleFiles(std::shared_ptr<const Policy> policy)
      : policy_(std::move(policy)) {}

  absl::StatusOr<Kind> Find(const std::string &path) override {
    const absl::StatusOr<std::string> real = disk_->RealPath(path);
    if (!real.ok() || !policy_->MayLoad(*real)) return Kind::kMissing;
    return disk_->Find(*real);
  }

  absl::StatusOr<std::string> RealPath(const std::string &path) override {
    absl::StatusOr<std::string> real = disk_->RealPath(path);
    if (real.ok() && policy_->MayLoad(*real)) return real;
    return ErrnoStatus(ENOENT, absl::StrCat("look up '", path, "'"), path,
                       "realpath");
  }

  absl::StatusOr<std::string> Read(const std::string &path) override {
    const std::string tried = absl::StrCat("read '", path, "'");
    absl::StatusOr<CheckedPath> checked =
        CheckedPath::Check(*policy_, path, PathUse::kLoad, tried);
    if (!checked.ok() || !absl::c_linear_search(
                             kExtensions, ExtensionOf(checked->real_path()))) {
      return DeniedAlways(tried,
                          "only modules and their source maps in the folder of "
                          "a remote realm's entry and in "
                          "node_modules are for its host");
    }
    absl::StatusOr<std::string> text = ReadRegularFile(checked->path());
    if (!text.ok()) return checked->Rename(text.status(), path);
    if (text->size() > kMaxText) {
      return ErrnoStatus(EFBIG, tried, path, "read");
    }
    return text;
  }

 private:
  // For what does not wait.
  Interruption interruption_;
  const std::unique_ptr<FileTree> disk_ = NewDiskFileTree(interruption_);
  const std::shared_ptr<const Policy> policy_;
};

}  // namespace

std::unique_ptr<FileTree> NewModuleFiles(std::shared_ptr<const Policy> policy) {
  return std::make_unique<ModuleFiles>(std::move(policy));
}

}  // namespace rt
