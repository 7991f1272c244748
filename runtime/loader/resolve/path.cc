#include "runtime/loader/resolve/path.h"

#include "absl/strings/match.h"

namespace rt {

absl::string_view FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == path.npos ? "/" : path.substr(0, slash);
}

absl::string_view FileNameOf(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

absl::string_view ExtensionOf(absl::string_view path) {
  const absl::string_view name = FileNameOf(path);
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0 || dot + 1 == name.size()) return "";
  return name.substr(dot);
}

bool IsInNodeModules(absl::string_view path) {
  return absl::StrContains(path, "/node_modules/");
}

}  // namespace rt
