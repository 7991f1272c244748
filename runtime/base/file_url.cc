#include "runtime/base/file_url.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {
namespace {

constexpr absl::string_view kScheme = "file:";

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = absl::ascii_tolower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

absl::Status Bad(absl::string_view url, absl::string_view reason) {
  return absl::InvalidArgumentError(absl::StrCat("'", url, "' ", reason));
}

}  // namespace

std::string PercentEncode(absl::string_view text, absl::string_view set) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  encoded.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && !absl::StrContains(set, c)) {
      encoded += c;
    } else {
      encoded += '%';
      encoded += kHex[byte >> 4];
      encoded += kHex[byte & 15];
    }
  }
  return encoded;
}

std::string PercentDecode(absl::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = HexDigit(text[i + 1]);
      const int low = HexDigit(text[i + 2]);
      if (high >= 0 && low >= 0) {
        decoded += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    decoded += text[i];
  }
  return decoded;
}

std::string PathToFileUrl(absl::string_view path) {
  return absl::StrCat("file://", PercentEncode(path, "\"#<>?`{}^\\%"));
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

  if (absl::StrContains(rest, "%2f") || absl::StrContains(rest, "%2F")) {
    return Bad(url, "has an encoded '/' in its path");
  }
  std::string path = PercentDecode(rest);
  if (absl::StrContains(path, '\0')) return Bad(url, "has a NUL in its path");
  return path;
}

std::string DisplayPath(absl::string_view url) {
  absl::StatusOr<std::string> path = FileUrlToPath(url);
  return path.ok() ? *std::move(path) : std::string(url);
}

}  // namespace rt
