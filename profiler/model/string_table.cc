#include "profiler/model/string_table.h"

#include "profiler/model/utf8.h"

namespace rt {

StringTable::StringTable() { Intern(""); }

StringId StringTable::Intern(std::string_view text) {
  // Nothing but valid text is ever added, so what is found needs no check.
  if (const auto found = index_.find(text); found != index_.end()) {
    return found->second;
  }
  if (!IsValidUtf8(text)) return Intern(ToValidUtf8(text));
  const StringId id = static_cast<StringId>(strings_.size());
  index_.emplace(strings_.emplace_back(text), id);
  return id;
}

std::optional<StringId> StringTable::Find(std::string_view text) const {
  const auto found = index_.find(text);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

}  // namespace rt
