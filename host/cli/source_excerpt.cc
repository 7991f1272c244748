#include "host/cli/source_excerpt.h"

#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {
namespace {

constexpr char kReplacement[] = "\xef\xbf\xbd";  // U+FFFD
constexpr char kEllipsis[] = "\xe2\x80\xa6";

// One character, as it is printed.
struct Cell {
  std::string text;
  int width = 1;  // cells of a terminal
  bool tab = false;
};

struct Decoded {
  wchar_t character = 0;
  size_t bytes = 1;
  bool valid = false;
};

// The character that `text`, which is not empty, begins with.
Decoded DecodeUtf8(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  uint32_t character = first & (0xff >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    character = character << 6 | (byte(i) & 0x3f);
  }
  const uint32_t lowest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  if (character < lowest || character > 0x10ffff ||
      (character >= 0xd800 && character <= 0xdfff)) {
    return {};
  }
  return {static_cast<wchar_t>(character), length, true};
}

int Utf16Units(const Decoded& decoded) {
  return decoded.valid && decoded.character > 0xffff ? 2 : 1;
}

// wcwidth() of this thread asks the C.UTF-8 locale while this lives. The C
// library brings that locale; without it, every character counts as one cell.
class Utf8Locale {
 public:
  Utf8Locale() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) previous_ = uselocale(locale_);
  }
  ~Utf8Locale() {
    if (locale_ == nullptr) return;
    uselocale(previous_);
    freelocale(locale_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

  int WidthOf(wchar_t character) const {
    return locale_ == nullptr ? 1 : wcwidth(character);
  }

 private:
  locale_t locale_;
  locale_t previous_ = nullptr;
};

Cell MakeCell(const Decoded& decoded, absl::string_view bytes,
              const Utf8Locale& locale) {
  if (decoded.valid && decoded.character == '\t') return {"\t", 1, true};
  const bool control = decoded.character < 0x20 ||
                       (decoded.character >= 0x7f && decoded.character < 0xa0);
  if (!decoded.valid || control) return {kReplacement, 1};
  // -1: a character that the locale does not know.
  const int width = locale.WidthOf(decoded.character);
  return {std::string(bytes), width < 0 ? 1 : width};
}

// The part of a line that may be shown. Not more than `width` characters on
// both sides of the column are looked at, since the line of a minified program
// is as long as the program.
struct Window {
  std::vector<Cell> cells;
  size_t caret = 0;  // the cell under which it stands; may be cells.size()
  bool cut_left = false;
  bool cut_right = false;
};

Window WindowAround(absl::string_view line, int column, size_t width) {
  // The bytes at which the last `width` characters before the column begin, as
  // a ring.
  std::vector<size_t> starts(width);
  size_t before = 0;
  size_t at = 0;
  for (int units = 1; at < line.size() && units < column; ++before) {
    starts[before % width] = at;
    const Decoded decoded = DecodeUtf8(line.substr(at));
    units += Utf16Units(decoded);
    at += decoded.bytes;
  }
  Window window;
  window.cut_left = before > width;
  window.caret = std::min(before, width);
  const Utf8Locale locale;
  size_t position = before == 0       ? 0
                    : window.cut_left ? starts[before % width]
                                      : starts[0];
  while (position < line.size() && window.cells.size() < window.caret + width) {
    const Decoded decoded = DecodeUtf8(line.substr(position));
    window.cells.push_back(
        MakeCell(decoded, line.substr(position, decoded.bytes), locale));
    position += decoded.bytes;
  }
  window.cut_right = position < line.size();
  return window;
}

int WidthOf(const std::vector<Cell>& cells, size_t from, size_t to) {
  int width = 0;
  for (size_t i = from; i < to; ++i) width += cells[i].width;
  return width;
}

// Cuts the window to `width` cells, a third of them before the caret where
// there is enough behind it.
void Cut(Window& window, int width) {
  std::vector<Cell>& cells = window.cells;
  size_t from = 0;
  size_t to = cells.size();
  int total = WidthOf(cells, from, to);
  const auto marks = [&] {
    return (window.cut_left ? 1 : 0) + (window.cut_right ? 1 : 0);
  };
  // From the end, as long as two thirds stay behind the caret.
  while (to > window.caret + 1 && total + marks() > width &&
         WidthOf(cells, window.caret, to) > width * 2 / 3) {
    total -= cells[--to].width;
    window.cut_right = true;
  }
  while (from < window.caret && total + marks() > width) {
    total -= cells[from++].width;
    window.cut_left = true;
  }
  cells.erase(cells.begin() + static_cast<ptrdiff_t>(to), cells.end());
  cells.erase(cells.begin(), cells.begin() + static_cast<ptrdiff_t>(from));
  window.caret -= from;
}

}  // namespace

std::string SourceExcerpt(absl::string_view line, int column, int width) {
  constexpr int kLeast = 20;
  width = std::max(width, kLeast);
  line = absl::StripSuffix(absl::StripSuffix(line, "\n"), "\r");
  Window window = WindowAround(line, column, static_cast<size_t>(width));
  if (window.cut_left || window.cut_right ||
      WidthOf(window.cells, 0, window.cells.size()) > width) {
    // How wide a tab is depends on where it stands.
    for (Cell& cell : window.cells) {
      if (cell.tab) cell = {" ", 1};
    }
    Cut(window, width);
  }
  std::string source = window.cut_left ? kEllipsis : "";
  std::string under = window.cut_left ? " " : "";
  for (size_t i = 0; i < window.cells.size(); ++i) {
    const Cell& cell = window.cells[i];
    source += cell.text;
    if (i >= window.caret) continue;
    under +=
        cell.tab ? "\t" : std::string(static_cast<size_t>(cell.width), ' ');
  }
  if (window.cut_right) source += kEllipsis;
  source += '\n';
  if (column > 0) absl::StrAppend(&source, under, "^\n");
  return source;
}

}  // namespace rt
