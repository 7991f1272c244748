#ifndef PROFILER_MODEL_STRING_TABLE_H_
#define PROFILER_MODEL_STRING_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/model/intern_table.h"

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

  // The id of `text`, added if it is new. Bytes that are not UTF-8 are replaced
  // by U+FFFD first (protobuf's `string` must be UTF-8).
  StringId Intern(std::string_view text);

  // The id of `text` if the table holds it.
  std::optional<StringId> Find(std::string_view text) const;

  // Valid for the life of the table, through later Intern calls too.
  std::string_view operator[](StringId id) const { return strings_[id]; }

  size_t size() const { return strings_.size(); }

 private:
  // A copy of `text` that never moves.
  std::string_view Keep(std::string_view text);

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;  // in the block that is being filled
  size_t free_bytes_ = 0;
  InternTable<std::string_view, StringId> strings_;
};

}  // namespace rt

#endif  // PROFILER_MODEL_STRING_TABLE_H_
