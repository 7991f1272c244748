#ifndef RUNTIME_STORE_CACHE_CACHE_INDEX_H_
#define RUNTIME_STORE_CACHE_CACHE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "runtime/store/stored_value.h"

namespace rt {

// What a cache holds under a key. Immutable, and shared with those who read it
// while it is replaced or evicted.
struct CacheObject {
  StoredValue value;
  // Names of what it was made from: whoever changes that purges by them.
  std::vector<std::string> surrogate_keys;
};
using CacheObjectPtr = std::shared_ptr<const CacheObject>;

// Until when an object is good, by MonotonicNanos().
struct CacheTimes {
  int64_t made_ns = 0;
  int64_t fresh_until_ns = 0;
  // From then on up to here it may be served while a new one is made.
  int64_t stale_until_ns = 0;
};

// The objects of a cache by their keys, up to a number of bytes: the one that
// was not used for longest goes first. One thread at a time.
//
// Two caches are apart by what their keys and surrogate keys begin with.
class CacheIndex {
 public:
  explicit CacheIndex(size_t most_bytes) : most_bytes_(most_bytes) {}

  struct Item {
    std::string key;
    CacheObjectPtr object;
    CacheTimes times;
    size_t bytes = 0;
  };

  // Null where there is none; else it is the one used last. Valid until the
  // next call.
  Item* Find(absl::string_view key);

  // In place of what is there. False where it alone is over the limit: then
  // nothing is there.
  bool Put(std::string key, CacheObjectPtr object, const CacheTimes& times);

  // Whether there was one.
  bool Remove(absl::string_view key);
  // All that have this surrogate key; how many these were.
  size_t RemoveBySurrogate(absl::string_view surrogate_key);
  // All whose keys begin so.
  size_t RemoveByPrefix(absl::string_view prefix);

  size_t bytes() const { return bytes_; }
  size_t size() const { return by_key_.size(); }

 private:
  using Items = std::list<Item>;

  void Erase(Items::iterator item);

  const size_t most_bytes_;
  size_t bytes_ = 0;
  Items items_;  // the one used last in front
  absl::flat_hash_map<absl::string_view, Items::iterator> by_key_;
  absl::flat_hash_map<std::string, absl::flat_hash_set<const Item*>>
      by_surrogate_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_CACHE_CACHE_INDEX_H_
