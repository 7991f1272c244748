#ifndef RUNTIME_BASE_LINE_OF_H_
#define RUNTIME_BASE_LINE_OF_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// A line of a JavaScript source, counted from 1, without its line end; empty
// beyond the last one. Lines end as V8 counts them
// (https://tc39.es/ecma262/#sec-line-terminators).
std::string LineOf(absl::string_view text, int line);

// Takes the first line of `text` off it, with its line end, and returns it
// without.
absl::string_view ConsumeLine(absl::string_view& text);

}  // namespace rt

#endif  // RUNTIME_BASE_LINE_OF_H_
