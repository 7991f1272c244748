#include "runtime/loader/resolve/resolver.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/file_url.h"
#include "runtime/loader/resolve/package_targets.h"
#include "runtime/loader/resolve/path.h"
#include "runtime/loader/resolve/reference.h"
#include "runtime/loader/resolve/resolve_error.h"
#include "runtime/loader/resolve/suggestion.h"

namespace rt {
namespace {

constexpr absl::string_view kConditions[] = {"rt", "import"};
// What a package with CommonJS alone offers; only to tell that it is one.
constexpr absl::string_view kCommonJsConditions[] = {"require"};

// "name" or "@scope/name" of a bare specifier; empty where it has none.
absl::string_view PackageName(absl::string_view specifier) {
  size_t end = specifier.find('/');
  if (absl::StartsWith(specifier, "@")) {
    if (end == specifier.npos) return "";
    end = specifier.find('/', end + 1);
  }
  const absl::string_view name = specifier.substr(0, end);
  return absl::StartsWith(name, ".") || name.find_first_of("\\%") != name.npos
             ? ""
             : name;
}

std::string Describe(const PackageJson& package) {
  return package.version.empty()
             ? absl::StrCat("the package '", package.name, "'")
             : absl::StrCat("the package '", package.name, "' ",
                            package.version);
}

}  // namespace

absl::StatusOr<ResolvedModule> Resolver::Resolve(absl::string_view specifier,
                                                 absl::string_view referrer) {
  absl::StatusOr<std::string> url = ResolveUrl(specifier, referrer);
  if (!url.ok()) return url.status();
  return Finish(*url, specifier);
}

absl::StatusOr<std::string> Resolver::ResolveUrl(absl::string_view specifier,
                                                 absl::string_view referrer) {
  const std::string scheme = UrlScheme(specifier);
  if (scheme == "rt") return std::string(specifier);
  if (scheme == "file" || absl::StartsWith(specifier, "/") ||
      absl::StartsWith(specifier, "./") || absl::StartsWith(specifier, "../")) {
    return ResolveFileReference(specifier, referrer);
  }
  if (!scheme.empty()) {
    return ResolveError(ResolveCode::kUnsupportedScheme,
                        AdviceOnScheme(scheme, specifier));
  }
  if (absl::StartsWith(specifier, "#")) {
    return ResolveInternal(specifier, referrer);
  }
  return ResolveBare(specifier, referrer);
}

absl::StatusOr<std::string> Resolver::ResolveInternal(
    absl::string_view specifier, absl::string_view referrer) {
  absl::StatusOr<std::string> path = FileUrlToPath(referrer);
  if (!path.ok()) return path.status();
  absl::StatusOr<const PackageJson*> package = PackageOf(*path);
  if (!package.ok()) return package.status();
  if (*package == nullptr) {
    return ResolveError(
        ResolveCode::kPackageImportNotDefined,
        "a name with # stands in the \"imports\" of the importer's "
        "package.json, and it has none");
  }
  absl::StatusOr<std::string> target =
      ResolvePackageImport(**package, specifier, kConditions);
  if (!target.ok() || UrlScheme(*target) == "file") return target;
  if (absl::StartsWith(*target, "#")) {
    return ResolveError(
        ResolveCode::kInvalidPackageTarget,
        absl::StrCat((*package)->path(), " has \"", *target, "\" for \"",
                     specifier, "\", and one # name can't mean another"));
  }
  return ResolveUrl(*target, PathToFileUrl((*package)->path()));
}

absl::StatusOr<std::string> Resolver::ResolveBare(absl::string_view specifier,
                                                  absl::string_view referrer) {
  const absl::string_view name = PackageName(specifier);
  if (name.empty()) {
    return ResolveError(ResolveCode::kInvalidSpecifier,
                        "it is neither a path ('./x.ts'), nor a URL, nor the "
                        "name of a package");
  }
  const std::string subpath = absl::StrCat(".", specifier.substr(name.size()));
  absl::StatusOr<std::string> importer = FileUrlToPath(referrer);
  if (!importer.ok()) return importer.status();

  // A package may import itself by its name.
  absl::StatusOr<const PackageJson*> own = PackageOf(*importer);
  if (!own.ok()) return own.status();
  if (*own != nullptr && (*own)->name == name && !(*own)->exports.is_null()) {
    return ResolveExport(**own, subpath);
  }

  for (absl::string_view folder = FolderOf(*importer);;
       folder = FolderOf(folder)) {
    const std::string candidate =
        absl::StrCat(folder == "/" ? "" : folder, "/node_modules/", name);
    absl::StatusOr<FileTree::Kind> kind = files_.Find(candidate);
    if (!kind.ok()) return kind.status();
    if (*kind == FileTree::Kind::kFolder) {
      absl::StatusOr<const PackageJson*> package = PackageIn(candidate);
      if (!package.ok()) return package.status();
      if (*package != nullptr && !(*package)->exports.is_null()) {
        return ResolveExport(**package, subpath);
      }
      if (subpath == ".") return PackageEntry(candidate, *package);
      return ResolveFileReference(subpath, PathToFileUrl(candidate + "/"));
    }
    if (folder == "/") break;
  }
  return ResolveError(ResolveCode::kModuleNotFound,
                      AdviceOnPackage(files_, name, specifier, *importer));
}

absl::StatusOr<std::string> Resolver::ResolveExport(const PackageJson& package,
                                                    absl::string_view subpath) {
  absl::StatusOr<std::string> url =
      ResolvePackageExport(package, subpath, kConditions);
  if (url.ok() ||
      !IsResolveError(url.status(), ResolveCode::kPackagePathNotExported)) {
    return url;
  }
  absl::StatusOr<std::string> common_js =
      ResolvePackageExport(package, subpath, kCommonJsConditions);
  if (common_js.ok()) return CommonJsError(DisplayPath(*common_js));
  return url;
}

absl::StatusOr<std::string> Resolver::PackageEntry(const std::string& folder,
                                                   const PackageJson* package) {
  std::vector<std::string> entries;
  if (package != nullptr) {
    for (const std::string& field : {package->module, package->main}) {
      if (field.empty()) continue;
      for (const char* ending : {"", ".js", ".json", "/index.js"}) {
        entries.push_back(field + ending);
      }
    }
  }
  entries.push_back("index.js");
  const std::string base = PathToFileUrl(folder + "/");
  for (const std::string& entry : entries) {
    std::string url = ResolveFileReference(absl::StrCat("./", entry), base);
    absl::StatusOr<std::string> path = FileUrlToPath(url);
    if (!path.ok()) return path.status();
    absl::StatusOr<FileTree::Kind> kind = files_.Find(*path);
    if (!kind.ok()) return kind.status();
    if (*kind == FileTree::Kind::kFile) return url;
  }
  return ResolveError(
      ResolveCode::kModuleNotFound,
      absl::StrCat("the package in ", folder, " has no file to start with: ",
                   package == nullptr || entries.size() == 1
                       ? "no \"exports\", \"module\" or \"main\" in a "
                         "package.json, "
                       : "what its package.json names is not there, ",
                   "and no index.js"));
}

absl::StatusOr<ResolvedModule> Resolver::Finish(const std::string& url,
                                                absl::string_view specifier) {
  ResolvedModule module;
  if (UrlScheme(url) == "rt") {
    module.url = url;
    module.format = ModuleFormat::kBuiltin;
    return module;
  }
  absl::StatusOr<std::string> path = FileUrlToPath(url);
  if (!path.ok()) {
    return ResolveError(ResolveCode::kInvalidSpecifier,
                        path.status().message());
  }
  // A URL is advised on as the path that a person thinks in.
  if (UrlScheme(specifier) == "file") specifier = *path;
  absl::StatusOr<FileTree::Kind> kind = files_.Find(*path);
  if (!kind.ok()) return kind.status();
  if (*kind == FileTree::Kind::kFolder) {
    return ResolveError(ResolveCode::kUnsupportedDirImport,
                        AdviceOnFolder(files_, *path, specifier));
  }
  if (*kind == FileTree::Kind::kMissing || absl::EndsWith(*path, "/")) {
    absl::Status missing = ResolveError(ResolveCode::kModuleNotFound,
                                        AdviceOnFile(files_, *path, specifier));
    SetErrorPayload(missing, kErrorPath, *path);
    return missing;
  }
  // A pipe has no real path, and needs none.
  absl::StatusOr<std::string> real = files_.RealPath(*path);
  module.path = real.ok() ? *std::move(real) : *std::move(path);
  module.url = absl::StrCat(PathToFileUrl(module.path), SplitUrl(url).suffix);
  absl::StatusOr<ModuleFormat> format = Format(module.path);
  if (!format.ok()) return format.status();
  module.format = *format;
  return module;
}

absl::StatusOr<ModuleFormat> Resolver::Format(const std::string& path) {
  const absl::string_view extension = ExtensionOf(path);
  if (extension == ".ts" || extension == ".mts") {
    return ModuleFormat::kTypeScript;
  }
  if (extension == ".mjs") return ModuleFormat::kJavaScript;
  if (extension == ".json") return ModuleFormat::kJson;
  if (extension == ".cjs" || extension == ".cts") return CommonJsError(path);
  if (extension != ".js" && !extension.empty()) {
    return ResolveError(ResolveCode::kUnknownFileExtension,
                        AdviceOnExtension(extension, path));
  }
  // A program's own files are ES modules, whatever package.json says.
  if (!IsInNodeModules(path)) return ModuleFormat::kJavaScript;
  absl::StatusOr<const PackageJson*> package = PackageOf(path);
  if (!package.ok()) return package.status();
  if (*package == nullptr || (*package)->type == PackageJson::Type::kNone) {
    return ModuleFormat::kJavaScriptOrCommonJs;
  }
  if ((*package)->type == PackageJson::Type::kCommonJs) {
    return CommonJsError(path);
  }
  return ModuleFormat::kJavaScript;
}

absl::Status Resolver::CommonJsError(const std::string& path) {
  const absl::StatusOr<const PackageJson*> package = PackageOf(path);
  const bool named =
      package.ok() && *package != nullptr && !(*package)->name.empty();
  absl::Status error = ResolveError(
      ResolveCode::kCommonJs,
      absl::StrCat(
          named ? absl::StrCat(Describe(**package), " is CommonJS: ")
                : "a CommonJS file: ",
          path, "; rt runs ES modules only",
          named ? ", which a newer version or another package may have" : ""));
  SetErrorPayload(error, kErrorPath, path);
  return error;
}

absl::StatusOr<const PackageJson*> Resolver::PackageIn(
    const std::string& folder) {
  const auto known = packages_.find(folder);
  if (known != packages_.end()) return known->second.get();
  const std::string path =
      absl::StrCat(folder == "/" ? "" : folder, "/package.json");
  absl::StatusOr<FileTree::Kind> kind = files_.Find(path);
  if (!kind.ok()) return kind.status();
  std::unique_ptr<PackageJson> package;
  if (*kind == FileTree::Kind::kFile) {
    absl::StatusOr<std::string> text = files_.Read(path);
    if (!text.ok()) return text.status();
    absl::StatusOr<PackageJson> parsed = ParsePackageJson(folder, *text);
    if (!parsed.ok()) return parsed.status();
    package = std::make_unique<PackageJson>(*std::move(parsed));
  }
  return packages_.emplace(folder, std::move(package)).first->second.get();
}

absl::StatusOr<const PackageJson*> Resolver::PackageOf(absl::string_view path) {
  for (absl::string_view folder = FolderOf(path);; folder = FolderOf(folder)) {
    if (absl::EndsWith(folder, "/node_modules")) return nullptr;
    absl::StatusOr<const PackageJson*> package = PackageIn(std::string(folder));
    if (!package.ok() || *package != nullptr) return package;
    if (folder == "/") return nullptr;
  }
}

}  // namespace rt
