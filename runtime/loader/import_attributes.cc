#include "runtime/loader/import_attributes.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "runtime/base/file_url.h"
#include "runtime/engine/strings.h"

namespace rt {

absl::StatusOr<ModuleType> TypeFromAttributes(
    v8::Isolate* isolate, v8::Local<v8::FixedArray> attributes, int stride) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  ModuleType type = ModuleType::kCode;
  for (int i = 0; i < attributes->Length(); i += stride) {
    const std::string key =
        ToUtf8(isolate, attributes->Get(context, i).As<v8::String>());
    const std::string value =
        ToUtf8(isolate, attributes->Get(context, i + 1).As<v8::String>());
    if (key != "type") {
      return absl::InvalidArgumentError(absl::StrCat(
          "rt knows no import attribute '", key, "', only type: 'json'"));
    }
    if (value != "json") {
      return absl::InvalidArgumentError(
          absl::StrCat("rt knows no module type '", value, "', only 'json'"));
    }
    type = ModuleType::kJson;
  }
  return type;
}

absl::Status CheckType(const ResolvedModule& source, ModuleType type) {
  const bool is_json = source.format == ModuleFormat::kJson;
  if (is_json == (type == ModuleType::kJson)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      is_json ? "JSON needs the import attribute: with { type: 'json' }"
              : absl::StrCat(DisplayPath(source.url),
                             " is no JSON, but was asked for with "
                             "{ type: 'json' }"));
}

}  // namespace rt
