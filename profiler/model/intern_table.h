#ifndef PROFILER_MODEL_INTERN_TABLE_H_
#define PROFILER_MODEL_INTERN_TABLE_H_

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"

namespace rt {

// Keeps one copy of every distinct Value (small, comparable, hashable by absl)
// and names it by an Id (an enum class over uint32_t) that counts up from 0 in
// order of first appearance. Not thread-safe.
//
// The index holds ids and looks through them at the values: five bytes an entry
// where a map from Value to Id would take each value a second time. What a
// profile costs to write is largely the pages that its tables touch.
template <typename Value, typename Id>
class InternTable {
 public:
  Id Intern(const Value& value) {
    return Intern(value, [&value] { return value; });
  }

  // The same for a `value` that is kept in another form: `keep` is called if it
  // is new and returns what to store, which must equal it.
  template <typename Keep>
  Id Intern(const Value& value, Keep keep) {
    return *index_.lazy_emplace(value, [&](const auto& construct) {
      const Id id = static_cast<Id>(values_->size());
      values_->push_back(keep());
      construct(id);
    });
  }

  // The id of `value`, or null if the table does not hold it.
  const Id* Find(const Value& value) const {
    const auto found = index_.find(value);
    return found == index_.end() ? nullptr : &*found;
  }

  void Reserve(size_t count) {
    values_->reserve(count);
    index_.reserve(count);
  }

  const Value& operator[](Id id) const {
    return (*values_)[static_cast<size_t>(id)];
  }

  size_t size() const { return values_->size(); }

  // In order of id.
  const std::vector<Value>& values() const { return *values_; }

 private:
  using Values = std::vector<Value>;

  struct Hash {
    using is_transparent = void;
    size_t operator()(const Value& value) const {
      return absl::Hash<Value>()(value);
    }
    size_t operator()(Id id) const {
      return (*this)((*values)[static_cast<size_t>(id)]);
    }
    const Values* values;
  };

  struct Equal {
    using is_transparent = void;
    bool operator()(Id a, Id b) const { return a == b; }
    bool operator()(Id id, const Value& value) const {
      return (*values)[static_cast<size_t>(id)] == value;
    }
    const Values* values;
  };

  // Behind a pointer, so that the index finds the values after a move as well.
  std::unique_ptr<Values> values_ = std::make_unique<Values>();
  absl::flat_hash_set<Id, Hash, Equal> index_{0, Hash{values_.get()},
                                              Equal{values_.get()}};
};

}  // namespace rt

#endif  // PROFILER_MODEL_INTERN_TABLE_H_
