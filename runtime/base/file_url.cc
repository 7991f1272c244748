#include "runtime/base/file_url.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {
namespace {

constexpr absl::string_view kScheme = "file:";

bool StaysAsItIs(char c) {
  return static_cast<unsigned char>(c) > 0x20 &&
         static_cast<unsigned char>(c) < 0x7f &&
         !absl::StrContains("\"#<>?`{}^\\%", c);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = absl::ascii_tolower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

absl::Status Bad(absl::string_view url, absl::string_view reason) {
  return absl::InvalidArgumentError(absl::StrCat("'", url, "' ", reason));
}

}  // namespace

std::string PathToFileUrl(absl::string_view path) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string url = "file://";
  for (const char c : path) {
    if (StaysAsItIs(c)) {
      url += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    url += '%';
    url += kHex[byte >> 4];
    url += kHex[byte & 15];
  }
  return url;
}

absl::StatusOr<std::string> FileUrlToPath(absl::string_view url) {
  absl::string_view rest = url;
  if (!absl::StartsWithIgnoreCase(rest, kScheme)) {
    return Bad(url, "is no file URL");
  }
  rest.remove_prefix(kScheme.size());
  rest = rest.substr(0, rest.find_first_of("?#"));
  if (absl::ConsumePrefix(&rest, "//")) {
    const absl::string_view host = rest.substr(0, rest.find('/'));
    if (!host.empty() && !absl::EqualsIgnoreCase(host, "localhost")) {
      return Bad(url, "names a file on another host");
    }
    rest.remove_prefix(host.size());
  }
  if (!absl::StartsWith(rest, "/")) return Bad(url, "has no absolute path");

  std::string path;
  path.reserve(rest.size());
  for (size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '%' && i + 2 < rest.size()) {
      const int high = HexDigit(rest[i + 1]);
      const int low = HexDigit(rest[i + 2]);
      // As in the URL Standard, a "%" without two digits is itself.
      if (high >= 0 && low >= 0) {
        c = static_cast<char>(high * 16 + low);
        if (c == '/') return Bad(url, "has an encoded '/' in its path");
        i += 2;
      }
    }
    if (c == '\0') return Bad(url, "has a NUL in its path");
    path += c;
  }
  return path;
}

std::string DisplayPath(absl::string_view url) {
  absl::StatusOr<std::string> path = FileUrlToPath(url);
  return path.ok() ? *std::move(path) : std::string(url);
}

}  // namespace rt
