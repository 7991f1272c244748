#ifndef RUNTIME_LOADER_RESOLVE_SUGGESTION_H_
#define RUNTIME_LOADER_RESOLVE_SUGGESTION_H_

#include <string>

#include "absl/strings/string_view.h"
#include "runtime/loader/resolve/file_tree.h"

namespace rt {

// Why an import fails, in words: what was looked for, and what to write instead
// where a file that is there shows what was meant. Each completes the sentence
// "cannot import '<specifier>' from <importer>: ".

// Nothing is at `path`.
std::string AdviceOnFile(FileTree& files, const std::string& path,
                         absl::string_view specifier);

// `path` is a folder.
std::string AdviceOnFolder(FileTree& files, const std::string& path,
                           absl::string_view specifier);

// No package `name` from the folder of the file `importer` upwards.
std::string AdviceOnPackage(FileTree& files, absl::string_view name,
                            absl::string_view specifier,
                            absl::string_view importer);

// A URL with a scheme that can't be imported.
std::string AdviceOnScheme(absl::string_view scheme,
                           absl::string_view specifier);

// A file whose name says that it is no module.
std::string AdviceOnExtension(absl::string_view extension,
                              absl::string_view path);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_SUGGESTION_H_
