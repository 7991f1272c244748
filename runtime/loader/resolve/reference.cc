#include "runtime/loader/resolve/reference.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "runtime/base/file_url.h"

namespace rt {
namespace {

// The percent-encode sets of the URL Standard, beyond controls, space and all
// that is not ASCII.
constexpr absl::string_view kPathSet = "\"#<>?`{}^";
constexpr absl::string_view kQuerySet = "\"#<>'";
constexpr absl::string_view kFragmentSet = "\"<>`";

bool IsSingleDot(absl::string_view segment) {
  return segment == "." || absl::EqualsIgnoreCase(segment, "%2e");
}

bool IsDoubleDot(absl::string_view segment) {
  return segment == ".." || absl::EqualsIgnoreCase(segment, ".%2e") ||
         absl::EqualsIgnoreCase(segment, "%2e.") ||
         absl::EqualsIgnoreCase(segment, "%2e%2e");
}

// `path`, absolute, without its "." and ".." segments, with "\" taken for "/".
std::string NormalizePath(absl::string_view path) {
  std::vector<absl::string_view> kept;
  path.remove_prefix(1);
  const std::vector<absl::string_view> segments =
      absl::StrSplit(path, absl::ByAnyChar("/\\"));
  for (size_t i = 0; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size();
    if (IsDoubleDot(segments[i])) {
      if (!kept.empty()) kept.pop_back();
      if (last) kept.push_back("");
    } else if (IsSingleDot(segments[i])) {
      if (last) kept.push_back("");
    } else {
      kept.push_back(segments[i]);
    }
  }
  std::string result;
  for (const absl::string_view segment : kept) {
    absl::StrAppend(&result, "/", PercentEncode(segment, kPathSet));
  }
  return result.empty() ? "/" : result;
}

std::string EncodeSuffix(absl::string_view suffix) {
  const size_t hash = suffix.find('#');
  const absl::string_view query = suffix.substr(0, hash);
  std::string result = PercentEncode(query, kQuerySet);
  if (hash != suffix.npos) {
    absl::StrAppend(&result, "#",
                    PercentEncode(suffix.substr(hash + 1), kFragmentSet));
  }
  return result;
}

bool IsSlash(char c) { return c == '/' || c == '\\'; }

}  // namespace

std::string UrlScheme(absl::string_view text) {
  const size_t colon = text.find(':');
  if (colon == text.npos || colon == 0 || !absl::ascii_isalpha(text[0])) {
    return "";
  }
  const absl::string_view scheme = text.substr(0, colon);
  for (const char c : scheme) {
    if (!absl::ascii_isalnum(c) && c != '+' && c != '-' && c != '.') return "";
  }
  return absl::AsciiStrToLower(scheme);
}

UrlParts SplitUrl(absl::string_view url) {
  const size_t end = url.find_first_of("?#");
  if (end == url.npos) return {url, ""};
  return {url.substr(0, end), url.substr(end)};
}

std::string ResolveFileReference(absl::string_view reference,
                                 absl::string_view base) {
  // Line ends and tabs are left out wherever they are, blanks at both ends.
  while (!reference.empty() && static_cast<unsigned char>(reference[0]) <= ' ')
    reference.remove_prefix(1);
  while (!reference.empty() &&
         static_cast<unsigned char>(reference.back()) <= ' ')
    reference.remove_suffix(1);
  std::string cleaned(reference);
  std::erase_if(cleaned,
                [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  reference = cleaned;

  if (UrlScheme(reference) == "file") reference.remove_prefix(5);
  const auto [path, suffix] = SplitUrl(reference);
  UrlParts from = SplitUrl(base);
  absl::ConsumePrefix(&from.path, "file://");

  if (path.empty()) {
    if (absl::StartsWith(suffix, "?")) {
      return absl::StrCat("file://", from.path, EncodeSuffix(suffix));
    }
    const absl::string_view query =
        from.suffix.substr(0, from.suffix.find('#'));
    return absl::StrCat("file://", from.path, query, EncodeSuffix(suffix));
  }
  if (path.size() >= 2 && IsSlash(path[0]) && IsSlash(path[1])) {
    absl::string_view rest = path.substr(2);
    const absl::string_view host = rest.substr(0, rest.find_first_of("/\\"));
    rest.remove_prefix(host.size());
    return absl::StrCat(
        "file://", absl::EqualsIgnoreCase(host, "localhost") ? "" : host,
        NormalizePath(rest.empty() ? "/" : rest), EncodeSuffix(suffix));
  }
  if (IsSlash(path[0])) {
    return absl::StrCat("file://", NormalizePath(path), EncodeSuffix(suffix));
  }
  const absl::string_view folder =
      from.path.substr(0, from.path.rfind('/') + 1);
  return absl::StrCat(
      "file://",
      NormalizePath(absl::StrCat(folder.empty() ? "/" : folder, path)),
      EncodeSuffix(suffix));
}

}  // namespace rt
