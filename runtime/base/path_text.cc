#include "runtime/base/path_text.h"

#include <cstddef>
#include <cstdint>

namespace rt {
namespace {

// How U+DC80 to U+DCFF stand for the bytes 0x80 to 0xff.
constexpr char16_t kEscapeBase = 0xdc00;

bool IsEscape(char16_t unit) { return unit >= 0xdc80 && unit <= 0xdcff; }
bool IsHigh(char16_t unit) { return unit >= 0xd800 && unit <= 0xdbff; }
bool IsLow(char16_t unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

uint8_t ByteAt(absl::string_view text, size_t at) {
  return static_cast<uint8_t>(text[at]);
}

// The length of the well-formed character at the start of `text`; 0 where there
// is none. Table 3-7 of the Unicode Standard.
size_t CharacterLength(absl::string_view text) {
  const uint8_t lead = ByteAt(text, 0);
  if (lead < 0x80) return 1;
  size_t length = 0;
  uint8_t low = 0x80;
  uint8_t high = 0xbf;
  if (lead >= 0xc2 && lead <= 0xdf) {
    length = 2;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    length = 3;
    if (lead == 0xe0) low = 0xa0;
    if (lead == 0xed) high = 0x9f;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    length = 4;
    if (lead == 0xf0) low = 0x90;
    if (lead == 0xf4) high = 0x8f;
  }
  if (length == 0 || text.size() < length) return 0;
  if (ByteAt(text, 1) < low || ByteAt(text, 1) > high) return 0;
  for (size_t i = 2; i < length; ++i) {
    if ((ByteAt(text, i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

char32_t Decode(absl::string_view character) {
  const uint8_t lead = ByteAt(character, 0);
  if (character.size() == 1) return lead;
  // The lead byte has as many ones as the character has bytes, then a zero.
  char32_t point = lead & (0x7f >> character.size());
  for (const char byte : character.substr(1)) {
    point = (point << 6) | (static_cast<uint8_t>(byte) & 0x3f);
  }
  return point;
}

void AppendUtf8(char32_t point, std::string& text) {
  const auto tail = [point](int shift) {
    return static_cast<char>(0x80 | ((point >> shift) & 0x3f));
  };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += {static_cast<char>(0xc0 | (point >> 6)), tail(0)};
  } else if (point < 0x10000) {
    text += {static_cast<char>(0xe0 | (point >> 12)), tail(6), tail(0)};
  } else {
    text +=
        {static_cast<char>(0xf0 | (point >> 18)), tail(12), tail(6), tail(0)};
  }
}

}  // namespace

std::u16string PathToText(absl::string_view path) {
  std::u16string text;
  text.reserve(path.size());
  while (!path.empty()) {
    const size_t length = CharacterLength(path);
    if (length == 0) {
      text += static_cast<char16_t>(kEscapeBase + ByteAt(path, 0));
      path.remove_prefix(1);
      continue;
    }
    const char32_t point = Decode(path.substr(0, length));
    if (point < 0x10000) {
      text += static_cast<char16_t>(point);
    } else {
      text += static_cast<char16_t>(0xd7c0 + (point >> 10));
      text += static_cast<char16_t>(0xdc00 + (point & 0x3ff));
    }
    path.remove_prefix(length);
  }
  return text;
}

std::string TextToPath(std::u16string_view text) {
  std::string path;
  path.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const char16_t unit = text[i];
    if (IsHigh(unit) && i + 1 < text.size() && IsLow(text[i + 1])) {
      const char32_t high = unit - 0xd800;
      const char32_t low = text[++i] - 0xdc00;
      AppendUtf8(0x10000 + (high << 10) + low, path);
    } else if (IsEscape(unit)) {
      path += static_cast<char>(unit - kEscapeBase);
    } else {
      AppendUtf8(IsHigh(unit) || IsLow(unit) ? 0xfffd : unit, path);
    }
  }
  return path;
}

}  // namespace rt
