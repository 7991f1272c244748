#ifndef RUNTIME_LOADER_RESOLVE_PACKAGE_TARGETS_H_
#define RUNTIME_LOADER_RESOLVE_PACKAGE_TARGETS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/loader/resolve/package_json.h"

namespace rt {

// The maps `exports` and `imports` of a package.json, by the algorithms
// PACKAGE_EXPORTS_RESOLVE and PACKAGE_IMPORTS_RESOLVE of
// https://nodejs.org/api/esm.html#resolution-algorithm-specification. Pure:
// whether the file exists is for the caller to see. Names in `conditions` hold;
// "default" always does. Errors are ResolveError()s that name the package.json.

// The file URL for `subpath`, "." or "./x", of a package that has `exports`.
absl::StatusOr<std::string> ResolvePackageExport(
    const PackageJson& package, absl::string_view subpath,
    absl::Span<const absl::string_view> conditions);

// What "#x" stands for: a file URL in the package, or a specifier ("pkg/x",
// "rt:file") to be resolved as if the package's package.json imported it.
absl::StatusOr<std::string> ResolvePackageImport(
    const PackageJson& package, absl::string_view specifier,
    absl::Span<const absl::string_view> conditions);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_PACKAGE_TARGETS_H_
