#ifndef RUNTIME_BASE_LINE_OF_H_
#define RUNTIME_BASE_LINE_OF_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// A line of a JavaScript source, counted from 1, without its line end; empty
// beyond the last one. Lines end as V8 counts them
// (https://tc39.es/ecma262/#sec-line-terminators).
std::string LineOf(absl::string_view text, int line);

}  // namespace rt

#endif  // RUNTIME_BASE_LINE_OF_H_
