#ifndef PROFILER_MODEL_STRING_TABLE_H_
#define PROFILER_MODEL_STRING_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"

namespace rt {

// A string's place in its table. Id 0 is always the empty string, as in
// profile.proto's string_table.
enum class StringId : uint32_t { kEmpty = 0 };

// Keeps one copy of every distinct string. Owned by the tables that refer to
// its ids; not thread-safe. Ids count up from 0 in order of first appearance
// and stay valid for the life of the table.
class StringTable {
 public:
  StringTable();
  StringTable(StringTable&&) = default;
  StringTable& operator=(StringTable&&) = default;

  // The id of `text`, added if it is new. Bytes that are not UTF-8 are replaced
  // by U+FFFD first (protobuf's `string` must be UTF-8).
  StringId Intern(std::string_view text);

  // The id of `text` if the table holds it.
  std::optional<StringId> Find(std::string_view text) const;

  // Valid for the life of the table, through later Intern calls too.
  std::string_view operator[](StringId id) const {
    return strings_[static_cast<size_t>(id)];
  }

  size_t size() const { return strings_.size(); }

 private:
  // A deque never moves its elements, so the index may point into them.
  std::deque<std::string> strings_;
  absl::flat_hash_map<std::string_view, StringId> index_;
};

}  // namespace rt

#endif  // PROFILER_MODEL_STRING_TABLE_H_
