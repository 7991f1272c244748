#include "runtime/base/line_of.h"

#include "absl/strings/match.h"

namespace rt {
namespace {

// How many bytes at `text`'s start end a line; 0 for none.
size_t LineEnd(absl::string_view text) {
  if (text[0] == '\n') return 1;
  if (text[0] == '\r') return absl::StartsWith(text, "\r\n") ? 2 : 1;
  // U+2028 and U+2029
  if (absl::StartsWith(text, "\xE2\x80\xA8") ||
      absl::StartsWith(text, "\xE2\x80\xA9")) {
    return 3;
  }
  return 0;
}

}  // namespace

std::string LineOf(absl::string_view text, int line) {
  int current = 1;
  size_t start = 0;
  for (size_t i = 0; i < text.size();) {
    const size_t end = LineEnd(text.substr(i));
    if (end == 0) {
      ++i;
      continue;
    }
    if (current == line) return std::string(text.substr(start, i - start));
    i += end;
    start = i;
    ++current;
  }
  return current == line ? std::string(text.substr(start)) : "";
}

}  // namespace rt
