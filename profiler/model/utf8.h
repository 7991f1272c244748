#ifndef PROFILER_MODEL_UTF8_H_
#define PROFILER_MODEL_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace rt {

// One code point read from the front of a text.
struct Utf8Step {
  // The code point, or U+FFFD where the bytes are not UTF-8.
  char32_t code_point;
  // How many bytes it takes: at least 1. For bytes that are not UTF-8: the
  // longest run that could have begun a code point (Unicode 15, section 3.9,
  // "maximal subpart"), so that each run becomes one U+FFFD.
  size_t length;
  bool valid;
};

// Reads the first code point of `text`, which must not be empty. Overlong
// forms, surrogates and values over U+10FFFF are not UTF-8 (RFC 3629).
Utf8Step ReadUtf8(std::string_view text);

bool IsValidUtf8(std::string_view text);

// `text` with every run of bytes that is not UTF-8 replaced by U+FFFD.
std::string ToValidUtf8(std::string_view text);

// The longest prefix of valid UTF-8 that has at most `max_bytes` bytes and ends
// between two code points.
std::string_view Utf8Prefix(std::string_view text, size_t max_bytes);

}  // namespace rt

#endif  // PROFILER_MODEL_UTF8_H_
