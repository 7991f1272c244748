#ifndef RUNTIME_BASE_PATH_TEXT_H_
#define RUNTIME_BASE_PATH_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// File names are bytes on Linux and text in JavaScript. A name that is UTF-8 is
// that text. In one that is not, each byte that belongs to no character (by the
// Unicode Standard's table of well-formed byte sequences) becomes the lone
// surrogate U+DC00 + byte, so that the way back gives the same name: what
// Python does as "surrogateescape" (PEP 383).
std::u16string PathToText(absl::string_view path);

// The way back. Any other lone surrogate, which no path gives, becomes U+FFFD.
std::string TextToPath(std::u16string_view text);

}  // namespace rt

#endif  // RUNTIME_BASE_PATH_TEXT_H_
