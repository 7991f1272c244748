#include "profiler/model/thread_labels.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "profiler/model/utf8.h"

namespace rt {
namespace {

constexpr std::string_view kMain = "main";

// What a value may not hold: pprof's own separators and the metacharacters of
// Go's regexp, without the dot, which at worst matches itself and more.
constexpr std::string_view kSpecial = R"(,:=\+*?()|[]{}^$)";

bool IsControl(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0)  //
         || (c >= 0x200B && c <= 0x200F)      // zero width, direction marks
         || (c >= 0x2028 && c <= 0x202E)      // separators, direction overrides
         || (c >= 0x2066 && c <= 0x2069)      // direction isolates
         || c == 0xFEFF;                      // byte order mark
}

bool IsSpecial(char32_t c) {
  return c < 0x80 && kSpecial.find(static_cast<char>(c)) != kSpecial.npos;
}

// `text` with every run of blanks made one space, none at the ends, and a `_`
// for whatever may not be in a value. Empty if nothing is left that a reader
// could tell it by: no letter, no digit.
std::string Readable(std::string_view text) {
  std::string readable;
  bool telling = false;
  // What is beyond the limit is cut anyway, so a huge text costs no more.
  text = text.substr(0, 4 * ThreadLabels::kMaxBytes);
  while (!text.empty()) {
    const Utf8Step step = ReadUtf8(text);
    const char32_t c = step.code_point;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (!readable.empty() && readable.back() != ' ') readable += ' ';
    } else if (!step.valid || IsControl(c) || IsSpecial(c)) {
      readable += '_';
    } else {
      readable += text.substr(0, step.length);
      telling |= c >= 0x80 || absl::ascii_isalnum(static_cast<uint8_t>(c));
    }
    text.remove_prefix(step.length);
  }
  if (!telling) return "";
  readable.resize(Utf8Prefix(readable, ThreadLabels::kMaxBytes).size());
  absl::StripTrailingAsciiWhitespace(&readable);
  return readable;
}

// The last part of a path or URL, without its query and fragment.
std::string_view FileName(std::string_view entry) {
  if (entry.starts_with("data:")) return "data";
  const bool is_url = entry.find("://") != entry.npos;
  if (is_url) entry = entry.substr(0, entry.find_first_of("?#"));
  while (!entry.empty() && entry.back() == '/') entry.remove_suffix(1);
  return entry.substr(entry.rfind('/') + 1);
}

// Whether pprof's -tagfocus reads it as a quantity: 42, -42, 10ms.
bool IsQuantity(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  const auto unit = std::find_if_not(text.begin(), text.end(), [](uint8_t c) {
    return absl::ascii_isdigit(c);
  });
  return unit != text.begin() && std::all_of(unit, text.end(), [](uint8_t c) {
           return absl::ascii_isalpha(c);
         });
}

// The label before it is made unique.
std::string BaseLabel(const RealmIdentity& realm) {
  if (realm.number == 0) return std::string(kMain);
  std::string label = Readable(realm.name);
  if (label.empty()) {
    const std::string file = Readable(FileName(realm.entry));
    label = absl::StrCat(realm.number, " ", file.empty() ? "realm" : file);
  } else if (IsQuantity(label)) {
    label.insert(0, "realm ");
  }
  label.resize(Utf8Prefix(label, ThreadLabels::kMaxBytes).size());
  absl::StripTrailingAsciiWhitespace(&label);
  return label;
}

}  // namespace

ThreadLabels::ThreadLabels() = default;

std::string ThreadLabels::Assign(const RealmIdentity& realm) {
  const std::string base = BaseLabel(realm);
  absl::MutexLock lock(&mutex_);
  // A realm that calls itself "main" is not the main one, whoever comes first.
  const bool reserved = base == kMain && realm.number != 0;
  if (!reserved && taken_.insert(base).second) return base;

  int64_t& suffix = next_suffix_.try_emplace(base, 2).first->second;
  while (true) {
    const std::string ending = absl::StrCat(" ", suffix++);
    std::string label(Utf8Prefix(base, kMaxBytes - ending.size()));
    label += ending;
    if (taken_.insert(label).second) return label;
  }
}

}  // namespace rt
