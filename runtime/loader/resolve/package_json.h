#ifndef RUNTIME_LOADER_RESOLVE_PACKAGE_JSON_H_
#define RUNTIME_LOADER_RESOLVE_PACKAGE_JSON_H_

#include <boost/json/value.hpp>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// The fields of a package.json that say which file an import means
// (https://nodejs.org/api/packages.html#nodejs-packagejson-field-definitions).
// A field of a type that it can't have counts as missing, as in Node.
struct PackageJson {
  enum class Type { kNone, kModule, kCommonJs };

  std::string folder;  // absolute, without a slash at its end
  std::string name;
  std::string version;
  Type type = Type::kNone;
  std::string main;
  // What bundlers take for `main` in a package with ES modules.
  std::string module;
  // Null where missing.
  boost::json::value exports;
  boost::json::value imports;

  std::string path() const { return folder + "/package.json"; }
};

// Fails with the path, the reason and its place when `text` is no JSON object.
absl::StatusOr<PackageJson> ParsePackageJson(absl::string_view folder,
                                             absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_PACKAGE_JSON_H_
