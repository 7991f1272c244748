#include "runtime/loader/resolve/package_json.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/json_file.h"
#include "runtime/loader/resolve/resolve_error.h"

namespace rt {
namespace {

std::string StringField(const boost::json::object& object, const char* key) {
  const boost::json::value* const value = object.if_contains(key);
  if (value == nullptr || !value->is_string()) return "";
  return std::string(value->get_string().data(), value->get_string().size());
}

boost::json::value Field(boost::json::object& object, const char* key) {
  boost::json::value* const value = object.if_contains(key);
  return value == nullptr ? boost::json::value() : std::move(*value);
}

}  // namespace

absl::StatusOr<PackageJson> ParsePackageJson(absl::string_view folder,
                                             absl::string_view text) {
  PackageJson package;
  package.folder = std::string(folder);
  absl::StatusOr<boost::json::value> json = ParseJsonFile(package.path(), text);
  if (!json.ok()) {
    return ResolveError(ResolveCode::kInvalidPackageConfig,
                        json.status().message());
  }
  if (!json->is_object()) {
    return ResolveError(ResolveCode::kInvalidPackageConfig,
                        absl::StrCat(package.path(), " is no JSON object"));
  }
  boost::json::object& object = json->get_object();
  package.name = StringField(object, "name");
  package.version = StringField(object, "version");
  const std::string type = StringField(object, "type");
  if (type == "module") package.type = PackageJson::Type::kModule;
  if (type == "commonjs") package.type = PackageJson::Type::kCommonJs;
  package.main = StringField(object, "main");
  package.module = StringField(object, "module");
  package.exports = Field(object, "exports");
  package.imports = Field(object, "imports");
  return package;
}

}  // namespace rt
