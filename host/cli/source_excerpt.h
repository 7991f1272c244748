#ifndef HOST_CLI_SOURCE_EXCERPT_H_
#define HOST_CLI_SOURCE_EXCERPT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// A source line with a caret under one of its columns, for a terminal:
//
//     const x = null.y;
//                    ^
//
// `line` is UTF-8 and may be of any length; `column` counts its UTF-16 code
// units from 1, as JavaScript does, and may lie just behind its end. With
// column 0 there is no caret. The caret stands right also where there are tabs,
// wide characters (East Asian ones, emoji) and characters that combine.
//
// A line that is wider than `width` cells is cut around the column, with "…" in
// place of what is left out. Control characters and bytes that are no UTF-8 are
// shown as U+FFFD, so that a source cannot command the terminal.
//
// Ends with a newline, each of the two lines.
std::string SourceExcerpt(absl::string_view line, int column, int width);

}  // namespace rt

#endif  // HOST_CLI_SOURCE_EXCERPT_H_
