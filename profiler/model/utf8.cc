#include "profiler/model/utf8.h"

#include <cstdint>

#include "runtime/base/check.h"

namespace rt {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

uint8_t Byte(std::string_view text, size_t place) {
  return static_cast<uint8_t>(text[place]);
}

}  // namespace

Utf8Step ReadUtf8(std::string_view text) {
  RT_DCHECK(!text.empty());
  const uint8_t lead = Byte(text, 0);
  if (lead < 0x80) return {lead, 1, true};

  // RFC 3629, section 4: the lead byte tells the length and narrows what the
  // second byte may be, which shuts out overlong forms, surrogates and values
  // that are too large.
  size_t length = 0;
  uint8_t second_min = 0x80;
  uint8_t second_max = 0xBF;
  char32_t code_point = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code_point = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    code_point = lead & 0x0F;
    if (lead == 0xE0) second_min = 0xA0;
    if (lead == 0xED) second_max = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    code_point = lead & 0x07;
    if (lead == 0xF0) second_min = 0x90;
    if (lead == 0xF4) second_max = 0x8F;
  } else {
    return {kReplacement, 1, false};
  }

  for (size_t i = 1; i < length; ++i) {
    const uint8_t min = i == 1 ? second_min : 0x80;
    const uint8_t max = i == 1 ? second_max : 0xBF;
    if (i >= text.size() || Byte(text, i) < min || Byte(text, i) > max) {
      return {kReplacement, i, false};
    }
    code_point = code_point << 6 | (Byte(text, i) & 0x3F);
  }
  return {code_point, length, true};
}

bool IsValidUtf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Step step = ReadUtf8(text);
    if (!step.valid) return false;
    text.remove_prefix(step.length);
  }
  return true;
}

std::string ToValidUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const Utf8Step step = ReadUtf8(text);
    valid += step.valid ? text.substr(0, step.length) : kReplacementBytes;
    text.remove_prefix(step.length);
  }
  return valid;
}

std::string_view Utf8Prefix(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes;
  // Continuation bytes are 10xxxxxx: a cut before one splits a code point.
  while (end > 0 && (Byte(text, end) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace rt
