#include "runtime/store/glob_pattern.h"

#include <fnmatch.h>
#include <locale.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rt {
namespace {

constexpr size_t kMaxPatterns = 1000;

// Where the character at `at` ends: behind the next one after a backslash.
size_t Next(absl::string_view text, size_t at) {
  return text[at] == '\\' && at + 1 < text.size() ? at + 2 : at + 1;
}

// A brace group `{a,b}`: its place in the text and what is between the commas.
struct Group {
  size_t begin = 0;
  size_t end = 0;  // behind the closing brace
  std::vector<absl::string_view> choices;
};

// Reads the group that opens at `begin`; false where it does not close or has
// no comma.
bool ReadGroup(absl::string_view text, size_t begin, Group& group) {
  group = {begin, 0, {}};
  size_t depth = 0;
  size_t choice = begin + 1;
  for (size_t at = begin; at < text.size(); at = Next(text, at)) {
    if (text[at] == '{') ++depth;
    const bool closes = text[at] == '}' && --depth == 0;
    if (closes || (text[at] == ',' && depth == 1)) {
      group.choices.push_back(text.substr(choice, at - choice));
      choice = at + 1;
    }
    if (closes) {
      group.end = at + 1;
      return group.choices.size() > 1;
    }
  }
  return false;
}

// Appends all texts that `text` stands for; false when there are too many.
bool ExpandBraces(absl::string_view text, std::vector<std::string>& expanded) {
  Group group;
  for (size_t at = 0; at < text.size(); at = Next(text, at)) {
    if (text[at] != '{' || !ReadGroup(text, at, group)) continue;
    for (const absl::string_view choice : group.choices) {
      const std::string one = absl::StrCat(text.substr(0, group.begin), choice,
                                           text.substr(group.end));
      if (!ExpandBraces(one, expanded)) return false;
    }
    return true;
  }
  expanded.emplace_back(text);
  return expanded.size() <= kMaxPatterns;
}

GlobPart ParsePart(absl::string_view text) {
  if (text == "**") return {GlobPart::Kind::kAnyDepth, ""};
  std::string name;
  for (size_t at = 0; at < text.size(); at = Next(text, at)) {
    const bool is_escaped = Next(text, at) == at + 2;
    const char character = text[is_escaped ? at + 1 : at];
    if (!is_escaped && absl::string_view("*?[").find(character) != text.npos) {
      return {GlobPart::Kind::kWildcard, std::string(text)};
    }
    name += character;
  }
  return {GlobPart::Kind::kName, std::move(name)};
}

GlobPattern ParseOne(absl::string_view text) {
  GlobPattern pattern;
  pattern.is_absolute = !text.empty() && text.front() == '/';
  pattern.only_folders = !text.empty() && text.back() == '/';
  while (!text.empty()) {
    const absl::string_view part = text.substr(0, text.find('/'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty()) continue;
    GlobPart parsed = ParsePart(part);
    const bool repeats = parsed.kind == GlobPart::Kind::kAnyDepth &&
                         !pattern.parts.empty() &&
                         pattern.parts.back().kind == parsed.kind;
    if (!repeats) pattern.parts.push_back(std::move(parsed));
  }
  return pattern;
}

}  // namespace

absl::StatusOr<std::vector<GlobPattern>> ParseGlob(absl::string_view text) {
  std::vector<std::string> expanded;
  if (!ExpandBraces(text, expanded)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the braces of the pattern '", text,
                     "' stand for more than ", kMaxPatterns, " patterns"));
  }
  std::vector<GlobPattern> patterns;
  for (const std::string& one : expanded) {
    patterns.push_back(ParseOne(one));
    if (patterns.back().parts.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the pattern '", text, "' names nothing"));
    }
  }
  return patterns;
}

bool MatchesWildcard(const GlobPart& part, const std::string& name, bool dot) {
  return fnmatch(part.text.c_str(), name.c_str(), dot ? 0 : FNM_PERIOD) == 0;
}

GlobLocale::GlobLocale() {
  // Part of Debian's libc-bin; without it, a `?` matches one byte.
  static const locale_t utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
  before_ = uselocale(utf8);
}

GlobLocale::~GlobLocale() { uselocale(static_cast<locale_t>(before_)); }

}  // namespace rt
