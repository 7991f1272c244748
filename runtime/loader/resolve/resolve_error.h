#ifndef RUNTIME_LOADER_RESOLVE_RESOLVE_ERROR_H_
#define RUNTIME_LOADER_RESOLVE_RESOLVE_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// Why a specifier leads to no module. The names that JavaScript sees as the
// error's `code` are Node's, so that a program that asks for one works.
enum class ResolveCode {
  kModuleNotFound,           // ERR_MODULE_NOT_FOUND
  kInvalidSpecifier,         // ERR_INVALID_MODULE_SPECIFIER
  kUnsupportedScheme,        // ERR_UNSUPPORTED_ESM_URL_SCHEME
  kUnsupportedDirImport,     // ERR_UNSUPPORTED_DIR_IMPORT
  kUnknownFileExtension,     // ERR_UNKNOWN_FILE_EXTENSION
  kInvalidPackageConfig,     // ERR_INVALID_PACKAGE_CONFIG
  kInvalidPackageTarget,     // ERR_INVALID_PACKAGE_TARGET
  kPackagePathNotExported,   // ERR_PACKAGE_PATH_NOT_EXPORTED
  kPackageImportNotDefined,  // ERR_PACKAGE_IMPORT_NOT_DEFINED
  kCommonJs,                 // ERR_COMMONJS
};

// A status of code FailedPrecondition with the name above as its payload
// kErrorCode. `reason` completes "cannot import 'x' from y: ".
absl::Status ResolveError(ResolveCode code, absl::string_view reason);

bool IsResolveError(const absl::Status& status, ResolveCode code);

// The whole message: who asked for what, and why it can't be had. `importer` is
// a file with the line of the import ("/a/main.ts:3:8"), and is empty where the
// module was not imported, as the one that a realm starts with. Keeps payloads.
absl::Status NameImport(const absl::Status& reason, absl::string_view specifier,
                        absl::string_view importer);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_RESOLVE_ERROR_H_
