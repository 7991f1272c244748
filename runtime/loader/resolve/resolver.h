#ifndef RUNTIME_LOADER_RESOLVE_RESOLVER_H_
#define RUNTIME_LOADER_RESOLVE_RESOLVER_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/loader/resolve/package_json.h"

namespace rt {

// What a module's text is, by its name and its package.
enum class ModuleFormat {
  kJavaScript,
  // A ".js" file of a package that does not say which kind its files are: its
  // text shows whether it is an ES module or CommonJS.
  kJavaScriptOrCommonJs,
  kTypeScript,
  kJson,
  kBuiltin,  // one of rt's own, such as "rt:file"
};

struct ResolvedModule {
  // A file URL, with the real path, and the query and fragment that it was
  // asked for with: two of them are two modules. Or the name of a built-in.
  std::string url;
  std::string path;  // of the file; empty for a built-in
  ModuleFormat format = ModuleFormat::kJavaScript;
};

// From a specifier to a file: as
// https://nodejs.org/api/esm.html#resolution-algorithm-specification says, with
// the condition "rt" for "node", with `module` before `main` where a package
// has no `exports`, and with advice in its errors.
//
// Errors are ResolveError()s, or those of the file system; they say only why
// (NameImport() says who and what). What package.json files say is read once.
// One thread; one a realm.
class Resolver {
 public:
  explicit Resolver(FileTree& files) : files_(files) {}

  // `referrer` is the URL of the importing module; where there is none,
  // `specifier` is a URL. The file exists.
  absl::StatusOr<ResolvedModule> Resolve(absl::string_view specifier,
                                         absl::string_view referrer);

  // The URL alone, for import.meta.resolve: for a path or a URL whether or not
  // there is such a file.
  absl::StatusOr<std::string> ResolveUrl(absl::string_view specifier,
                                         absl::string_view referrer);

  // The error for a file that turned out to be CommonJS.
  absl::Status CommonJsError(const std::string& path);

 private:
  absl::StatusOr<std::string> ResolveBare(absl::string_view specifier,
                                          absl::string_view referrer);
  absl::StatusOr<std::string> ResolveInternal(absl::string_view specifier,
                                              absl::string_view referrer);
  absl::StatusOr<std::string> ResolveExport(const PackageJson& package,
                                            absl::string_view subpath);
  absl::StatusOr<std::string> PackageEntry(const std::string& folder,
                                           const PackageJson* package);
  absl::StatusOr<ResolvedModule> Finish(const std::string& url,
                                        absl::string_view specifier);
  absl::StatusOr<ModuleFormat> Format(const std::string& path);

  // The package.json in this folder; null where there is none.
  absl::StatusOr<const PackageJson*> PackageIn(const std::string& folder);
  // That of the package that the file belongs to; null where it has none.
  absl::StatusOr<const PackageJson*> PackageOf(absl::string_view path);

  FileTree& files_;
  // By folder; null where it has no package.json.
  absl::flat_hash_map<std::string, std::unique_ptr<PackageJson>> packages_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_RESOLVER_H_
