#ifndef PROFILER_MODEL_INTERN_TABLE_H_
#define PROFILER_MODEL_INTERN_TABLE_H_

#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace rt {

// Keeps one copy of every distinct Value (small, comparable, with
// AbslHashValue) and names it by an Id (an enum class over uint32_t) that
// counts up from 0 in order of first appearance. Not thread-safe.
template <typename Value, typename Id>
class InternTable {
 public:
  Id Intern(const Value& value) {
    const auto [place, added] =
        index_.try_emplace(value, static_cast<Id>(values_.size()));
    if (added) values_.push_back(value);
    return place->second;
  }

  const Value& operator[](Id id) const {
    return values_[static_cast<size_t>(id)];
  }

  size_t size() const { return values_.size(); }

  // In order of id.
  const std::vector<Value>& values() const { return values_; }

 private:
  std::vector<Value> values_;
  absl::flat_hash_map<Value, Id> index_;
};

}  // namespace rt

#endif  // PROFILER_MODEL_INTERN_TABLE_H_
