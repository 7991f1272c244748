#include "runtime/loader/source_map/map_reference.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "runtime/base/file_url.h"

namespace rt {

bool IsDataUrl(absl::string_view url) {
  return absl::StartsWithIgnoreCase(url, "data:");
}

absl::StatusOr<std::string> DecodeDataUrl(absl::string_view url) {
  const size_t comma = url.find(',');
  if (comma == absl::string_view::npos) {
    return absl::InvalidArgumentError("its data: URL has no data");
  }
  const std::string data = PercentDecode(url.substr(comma + 1));
  if (!absl::EndsWithIgnoreCase(url.substr(0, comma), ";base64")) return data;
  std::string json;
  if (!absl::Base64Unescape(data, &json)) {
    return absl::InvalidArgumentError("its data: URL is no base64");
  }
  return json;
}

absl::string_view FindDataUrl(absl::string_view script, size_t length) {
  constexpr absl::string_view kMark = "sourceMappingURL=";
  size_t at = script.rfind(kMark);
  for (; at != absl::string_view::npos; at = script.rfind(kMark, at - 1)) {
    absl::string_view url = script.substr(at + kMark.size());
    size_t end = 0;
    while (end < url.size() && !absl::ascii_isspace(url[end])) ++end;
    url = url.substr(0, end);
    if (url.size() == length && IsDataUrl(url)) return url;
    if (at == 0) break;
  }
  return "";
}

}  // namespace rt
