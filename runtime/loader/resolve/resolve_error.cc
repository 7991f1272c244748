#include "runtime/loader/resolve/resolve_error.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

const char* Name(ResolveCode code) {
  switch (code) {
    case ResolveCode::kModuleNotFound:
      return "ERR_MODULE_NOT_FOUND";
    case ResolveCode::kInvalidSpecifier:
      return "ERR_INVALID_MODULE_SPECIFIER";
    case ResolveCode::kUnsupportedScheme:
      return "ERR_UNSUPPORTED_ESM_URL_SCHEME";
    case ResolveCode::kUnsupportedDirImport:
      return "ERR_UNSUPPORTED_DIR_IMPORT";
    case ResolveCode::kUnknownFileExtension:
      return "ERR_UNKNOWN_FILE_EXTENSION";
    case ResolveCode::kInvalidPackageConfig:
      return "ERR_INVALID_PACKAGE_CONFIG";
    case ResolveCode::kInvalidPackageTarget:
      return "ERR_INVALID_PACKAGE_TARGET";
    case ResolveCode::kPackagePathNotExported:
      return "ERR_PACKAGE_PATH_NOT_EXPORTED";
    case ResolveCode::kPackageImportNotDefined:
      return "ERR_PACKAGE_IMPORT_NOT_DEFINED";
    case ResolveCode::kCommonJs:
      return "ERR_COMMONJS";
  }
  return "";
}

}  // namespace

absl::Status ResolveError(ResolveCode code, absl::string_view reason) {
  absl::Status status = absl::FailedPreconditionError(reason);
  SetErrorPayload(status, kErrorCode, Name(code));
  return status;
}

bool IsResolveError(const absl::Status& status, ResolveCode code) {
  return GetErrorPayload(status, kErrorCode) == Name(code);
}

absl::Status NameImport(const absl::Status& reason, absl::string_view specifier,
                        absl::string_view importer) {
  absl::Status named(
      reason.code(),
      importer.empty()
          ? absl::StrCat("cannot load '", specifier, "': ", reason.message())
          : absl::StrCat("cannot import '", specifier, "' from ", importer,
                         ": ", reason.message()));
  for (const char* name : kErrorPayloads) {
    const std::string value = GetErrorPayload(reason, name);
    if (!value.empty()) SetErrorPayload(named, name, value);
  }
  return named;
}

}  // namespace rt
