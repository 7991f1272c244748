#include "runtime/store/cache/cache_index.h"

#include <iterator>
#include <utility>

#include "absl/strings/match.h"

namespace rt {
namespace {

// What the tables take for an object and for each surrogate key, about.
constexpr size_t kItemBytes = 256;
constexpr size_t kSurrogateBytes = 64;

size_t BytesOf(absl::string_view key, const CacheObject& object) {
  size_t bytes = kItemBytes + key.size() + object.value.bytes.size();
  for (const std::string& surrogate : object.surrogate_keys) {
    bytes += kSurrogateBytes + 2 * surrogate.size();
  }
  return bytes;
}

}  // namespace

CacheIndex::Item* CacheIndex::Find(absl::string_view key) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  items_.splice(items_.begin(), items_, found->second);
  return &*found->second;
}

bool CacheIndex::Put(std::string key, CacheObjectPtr object,
                     const CacheTimes& times) {
  Remove(key);
  const size_t bytes = BytesOf(key, *object);
  if (bytes > most_bytes_) return false;
  while (bytes_ + bytes > most_bytes_) Erase(std::prev(items_.end()));
  bytes_ += bytes;
  items_.push_front({std::move(key), std::move(object), times, bytes});
  const Items::iterator item = items_.begin();
  by_key_[item->key] = item;
  for (const std::string& surrogate : item->object->surrogate_keys) {
    by_surrogate_[surrogate].insert(&*item);
  }
  return true;
}

bool CacheIndex::Remove(absl::string_view key) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return false;
  Erase(found->second);
  return true;
}

size_t CacheIndex::RemoveBySurrogate(absl::string_view surrogate_key) {
  const auto found = by_surrogate_.find(surrogate_key);
  if (found == by_surrogate_.end()) return 0;
  // The last of them takes the set with it.
  const std::vector<const Item*> items(found->second.begin(),
                                       found->second.end());
  for (const Item* item : items) Remove(item->key);
  return items.size();
}

size_t CacheIndex::RemoveByPrefix(absl::string_view prefix) {
  size_t count = 0;
  for (auto item = items_.begin(); item != items_.end();) {
    const auto next = std::next(item);
    if (absl::StartsWith(item->key, prefix)) {
      Erase(item);
      ++count;
    }
    item = next;
  }
  return count;
}

void CacheIndex::Erase(Items::iterator item) {
  for (const std::string& surrogate : item->object->surrogate_keys) {
    const auto found = by_surrogate_.find(surrogate);
    // A surrogate key that an object names twice is gone already.
    if (found == by_surrogate_.end()) continue;
    found->second.erase(&*item);
    if (found->second.empty()) by_surrogate_.erase(found);
  }
  bytes_ -= item->bytes;
  by_key_.erase(item->key);
  items_.erase(item);
}

}  // namespace rt
