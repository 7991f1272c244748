#include "runtime/net/http/loop_id.h"

#include <cstdint>
#include <random>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace rt {
namespace {

constexpr size_t kLongest = 128;

// Of a token, and of "[::1]:80" beside them.
bool MayBeInId(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         absl::StrContains("!#$%&'*+-.^_`|~:[]", absl::string_view(&c, 1));
}

// The text up to the next `end` that is not in a quoted string, which it takes
// off `rest`.
absl::string_view TakeUpTo(char end, absl::string_view& rest) {
  bool is_quoted = false;
  size_t at = 0;
  for (; at < rest.size(); ++at) {
    if (is_quoted && rest[at] == '\\') {
      ++at;
    } else if (rest[at] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && rest[at] == end) {
      break;
    }
  }
  const absl::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at < rest.size() ? at + 1 : rest.size());
  return taken;
}

}  // namespace

std::string NewLoopId() {
  std::random_device random;
  const uint64_t high = random();
  return absl::StrCat("rt-",
                      absl::Hex(high << 32 | random(), absl::kZeroPad16));
}

absl::Status CheckLoopId(absl::string_view id) {
  if (id.empty()) return absl::InvalidArgumentError("the id is empty");
  if (id.size() > kLongest) {
    return absl::InvalidArgumentError(
        absl::StrCat("the id is longer than ", kLongest, " characters"));
  }
  for (const char c : id) {
    if (!MayBeInId(c)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the id has the character '",
                       absl::Utf8SafeCEscape(absl::string_view(&c, 1)),
                       "', which no token of HTTP has"));
    }
  }
  return absl::OkStatus();
}

bool NamesLoopId(absl::string_view cdn_loop, absl::string_view id) {
  while (!cdn_loop.empty()) {
    absl::string_view entry = TakeUpTo(',', cdn_loop);
    if (absl::StripAsciiWhitespace(TakeUpTo(';', entry)) == id) return true;
  }
  return false;
}

std::string WithLoopId(absl::string_view cdn_loop, absl::string_view id) {
  cdn_loop = absl::StripAsciiWhitespace(cdn_loop);
  return cdn_loop.empty() ? std::string(id) : absl::StrCat(cdn_loop, ", ", id);
}

}  // namespace rt
