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

absl::string_view ConsumeLine(absl::string_view& text) {
  absl::string_view line = text;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = LineEnd(text.substr(i));
    if (end == 0) continue;
    line = text.substr(0, i);
    text.remove_prefix(i + end);
    return line;
  }
  text = "";
  return line;
}

std::string LineOf(absl::string_view text, int line) {
  for (int current = 1; current < line && !text.empty(); ++current) {
    ConsumeLine(text);
  }
  return std::string(ConsumeLine(text));
}

}  // namespace rt
