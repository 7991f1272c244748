#ifndef RUNTIME_LOADER_RESOLVE_SOURCE_LINE_H_
#define RUNTIME_LOADER_RESOLVE_SOURCE_LINE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// A line of the file at a file URL, as LineOf() in runtime/base/line_of.h gives
// it; empty where it can't be read.
std::string ReadSourceLine(absl::string_view url, int line);

// The same of a text.
std::string SourceLineOf(absl::string_view text, int line);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_SOURCE_LINE_H_
