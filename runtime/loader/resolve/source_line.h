#ifndef RUNTIME_LOADER_RESOLVE_SOURCE_LINE_H_
#define RUNTIME_LOADER_RESOLVE_SOURCE_LINE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// Line `line` of a text, counted from 1 and without its end. Lines end as
// JavaScript's do (https://tc39.es/ecma262/#sec-line-terminators). Empty where
// the text has no such line.
std::string LineOf(absl::string_view text, int line);

// The same of the file at a file URL; empty where it can't be read.
std::string ReadSourceLine(absl::string_view url, int line);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_SOURCE_LINE_H_
