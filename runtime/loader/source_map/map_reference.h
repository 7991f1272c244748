#ifndef RUNTIME_LOADER_SOURCE_MAP_MAP_REFERENCE_H_
#define RUNTIME_LOADER_SOURCE_MAP_MAP_REFERENCE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// Whether the URL of a map holds the map itself.
bool IsDataUrl(absl::string_view url);

// What a data: URL holds (https://datatracker.ietf.org/doc/html/rfc2397): JSON,
// base64 or percent-encoded. InvalidArgument where it can't be decoded.
absl::StatusOr<std::string> DecodeDataUrl(absl::string_view url);

// The data: URL of the last comment "//# sourceMappingURL=..." whose URL is
// `length` bytes long; empty where there is none. V8 tells that length, so that
// what only looks like the comment, in a string, is not taken for it.
absl::string_view FindDataUrl(absl::string_view script, size_t length);

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_MAP_REFERENCE_H_
