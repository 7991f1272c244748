#ifndef RUNTIME_LOADER_RESOLVE_PATH_H_
#define RUNTIME_LOADER_RESOLVE_PATH_H_

#include "absl/strings/string_view.h"

namespace rt {

// Of absolute paths, as text. The views are into the path that is given.

// The folder that holds the path's last part; that of "/" is "/".
absl::string_view FolderOf(absl::string_view path);

absl::string_view FileNameOf(absl::string_view path);

// ".ts" of "/a/b.d.ts"; empty for "/a/b", "/a/.b" and "/a/b.".
absl::string_view ExtensionOf(absl::string_view path);

// One of the path's folders is called node_modules.
bool IsInNodeModules(absl::string_view path);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_PATH_H_
