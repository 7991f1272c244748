#include "profiler/model/string_table.h"

#include <cstring>
#include <string>

#include "profiler/model/utf8.h"

namespace rt {
namespace {

// Strings are packed into blocks; one of more than kLargeBytes gets its own, so
// that little of a block is ever left over.
constexpr size_t kBlockBytes = 32 * 1024;
constexpr size_t kLargeBytes = 4 * 1024;

}  // namespace

StringTable::StringTable() { Intern(""); }

StringId StringTable::Intern(std::string_view text) {
  // Nothing but valid text is ever added, so what is found needs no check.
  if (const StringId* const id = strings_.Find(text)) return *id;
  std::string valid;
  if (!IsValidUtf8(text)) text = valid = ToValidUtf8(text);
  return strings_.Intern(text, [this, text] { return Keep(text); });
}

std::optional<StringId> StringTable::Find(std::string_view text) const {
  const StringId* const id = strings_.Find(text);
  return id == nullptr ? std::nullopt : std::optional(*id);
}

std::string_view StringTable::Keep(std::string_view text) {
  if (text.empty()) return "";
  if (text.size() > kLargeBytes) {
    blocks_.emplace_back(new char[text.size()]);
    memcpy(blocks_.back().get(), text.data(), text.size());
    return {blocks_.back().get(), text.size()};
  }
  if (text.size() > free_bytes_) {
    blocks_.emplace_back(new char[kBlockBytes]);
    free_ = blocks_.back().get();
    free_bytes_ = kBlockBytes;
  }
  char* const kept = free_;
  memcpy(kept, text.data(), text.size());
  free_ += text.size();
  free_bytes_ -= text.size();
  return {kept, text.size()};
}

}  // namespace rt
