#include "runtime/loader/source_map/vlq.h"

namespace rt {
namespace {

// -1 for no digit.
int Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

}  // namespace

std::optional<int32_t> ConsumeVlq(absl::string_view& text) {
  uint64_t bits = 0;
  for (int shift = 0; shift <= 30; shift += 5) {
    if (text.empty()) return std::nullopt;
    const int digit = Digit(text[0]);
    if (digit < 0) return std::nullopt;
    text.remove_prefix(1);
    bits |= static_cast<uint64_t>(digit & 31) << shift;
    if ((digit & 32) != 0) continue;
    // The lowest bit is the sign.
    const uint64_t magnitude = bits >> 1;
    if (magnitude > INT32_MAX) return std::nullopt;
    const auto value = static_cast<int32_t>(magnitude);
    return (bits & 1) != 0 ? -value : value;
  }
  return std::nullopt;
}

}  // namespace rt
