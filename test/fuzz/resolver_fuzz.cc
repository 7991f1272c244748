// Resolves a specifier in a tree of files that the input lays out:
//   line 1  the specifier
//   line 2  the importer's path
//   then    for each file a line with its path and one with its text

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runtime/base/check.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/file_url.h"
#include "runtime/loader/resolve/resolver.h"

namespace rt {
namespace {

class FilesInMemory final : public FileTree {
 public:
  void Add(absl::string_view path, absl::string_view text) {
    files_[absl::StrCat("/", path)] = std::string(text);
  }

  absl::StatusOr<Kind> Find(const std::string& path) override {
    const auto found = files_.lower_bound(path);
    if (found == files_.end()) return Kind::kMissing;
    if (found->first == path) return Kind::kFile;
    const std::string folder = absl::StrCat(path, "/");
    const auto below = files_.lower_bound(folder);
    return below != files_.end() && absl::StartsWith(below->first, folder)
               ? Kind::kFolder
               : Kind::kMissing;
  }

  absl::StatusOr<std::string> RealPath(const std::string& path) override {
    return path;
  }

  absl::StatusOr<std::string> Read(const std::string& path) override {
    const auto found = files_.find(path);
    if (found == files_.end()) return ErrnoStatus(ENOENT, "open", path);
    return found->second;
  }

 private:
  std::map<std::string, std::string> files_;
};

void Resolve(absl::string_view input) {
  const std::vector<absl::string_view> lines = absl::StrSplit(input, '\n');
  if (lines.size() < 2) return;
  FilesInMemory files;
  for (size_t i = 2; i + 1 < lines.size(); i += 2) {
    files.Add(lines[i], lines[i + 1]);
  }
  Resolver resolver(files);
  const absl::StatusOr<ResolvedModule> module =
      resolver.Resolve(lines[0], PathToFileUrl(absl::StrCat("/", lines[1])));
  if (!module.ok()) {
    RT_CHECK(!module.status().message().empty());
    return;
  }
  if (module->format == ModuleFormat::kBuiltin) {
    RT_CHECK(absl::StartsWithIgnoreCase(module->url, "rt:"));
    return;
  }
  // A file that is there, under a URL that means it and nothing else.
  RT_CHECK(*files.Find(module->path) == FileTree::Kind::kFile);
  RT_CHECK(*FileUrlToPath(module->url) == module->path);
  const absl::StatusOr<ResolvedModule> again =
      resolver.Resolve(module->url, module->url);
  if (again.ok()) RT_CHECK(again->url == module->url);
}

}  // namespace
}  // namespace rt

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  rt::Resolve({reinterpret_cast<const char*>(data), size});
  return 0;
}
