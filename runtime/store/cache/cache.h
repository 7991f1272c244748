#ifndef RUNTIME_STORE_CACHE_CACHE_H_
#define RUNTIME_STORE_CACHE_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/any_invocable.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "runtime/store/cache/cache_index.h"

namespace rt {

class CacheObligation;

// An object as a lookup finds it.
struct CacheFound {
  enum class State {
    kFresh,
    kStale,    // to be served while a new one is made
    kExpired,  // to be served no more; a new one may be made from it
  };
  CacheObjectPtr object;
  State state = State::kFresh;
  int64_t age_ns = 0;
};

// What comes of a lookup. With nothing found and no obligation, whoever looked
// makes the object for itself: it is not to be kept.
struct CacheLookup {
  std::optional<CacheFound> found;
  // Whoever gets it makes the object for all who look for it.
  std::unique_ptr<CacheObligation> obligation;
};

// An object for a cache, and for how long it is good.
struct CacheInsert {
  StoredValue value;
  std::vector<std::string> surrogate_keys;
  int64_t fresh_ns = 0;
  int64_t stale_ns = 0;  // beyond that
};

// Objects that are made once and used often, in memory, shared by all realms of
// a process. Any thread.
//
// Of those who look for what is not there, or is good no more, one gets the
// obligation to make it, and the others wait for what it makes. Where that one
// gives up, or its realm ends, the next gets it. What is purged while it is
// being made goes to those who wait for it, and is not kept.
class Cache {
 public:
  static constexpr size_t kDefaultBytes = size_t{64} << 20;

  explicit Cache(size_t most_bytes = kDefaultBytes);
  ~Cache();
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  // `name` is the cache's, `key` the object's.
  //
  // No value: whoever looked has to wait, and `on_answer` is called once, on
  // any thread. It is destroyed elsewhere in all other cases.
  using OnAnswer = absl::AnyInvocable<void(CacheLookup)>;
  std::optional<CacheLookup> Lookup(absl::string_view name,
                                    absl::string_view key, OnAnswer on_answer);

  // What is there and not expired, without an obligation and without waiting.
  std::optional<CacheFound> Peek(absl::string_view name, absl::string_view key);

  // In place of what is there. False where it is larger than the whole cache.
  bool Insert(absl::string_view name, absl::string_view key,
              CacheInsert insert);

  // How many objects are gone.
  size_t Purge(absl::string_view name, absl::string_view key);
  size_t PurgeSurrogate(absl::string_view name,
                        absl::string_view surrogate_key);
  size_t PurgeAll(absl::string_view name);

  // Those of all objects.
  size_t bytes();

 private:
  friend class CacheObligation;
  struct Flight;
  using FlightPtr = std::shared_ptr<Flight>;

  std::optional<CacheFound> FoundAt(const std::string& key)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  FlightPtr Begin(const std::string& key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Nobody makes it any more; returns those who wait.
  std::deque<OnAnswer> End(const FlightPtr& flight)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool WasPurged(const Flight& flight, const CacheObject& object) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void NotePurge(std::string surrogate_key)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Of an obligation.
  bool Keep(const FlightPtr& flight, const CacheObjectPtr& object,
            const CacheTimes& times) ABSL_LOCKS_EXCLUDED(mutex_);
  void Decline(const FlightPtr& flight) ABSL_LOCKS_EXCLUDED(mutex_);
  void HandOver(const FlightPtr& flight) ABSL_LOCKS_EXCLUDED(mutex_);

  absl::Mutex mutex_;
  CacheIndex index_ ABSL_GUARDED_BY(mutex_);
  // What is being made, by key.
  absl::flat_hash_map<std::string, FlightPtr> flights_ ABSL_GUARDED_BY(mutex_);
  // Surrogate keys that were purged while something was being made, in order:
  // the first has the number first_purge_.
  std::deque<std::string> purges_ ABSL_GUARDED_BY(mutex_);
  uint64_t first_purge_ ABSL_GUARDED_BY(mutex_) = 0;
};

// The obligation to make an object. One of the functions is called, once; to
// destroy it without is to give up, and the next who waits gets it. Any thread;
// the cache outlives it.
class CacheObligation {
 public:
  CacheObligation(Cache& cache, std::shared_ptr<Cache::Flight> flight,
                  CacheObjectPtr old);
  ~CacheObligation();
  CacheObligation(const CacheObligation&) = delete;
  CacheObligation& operator=(const CacheObligation&) = delete;

  // Gives the object to those who wait, and keeps it. False where it is not
  // kept: it is larger than the whole cache, or was purged meanwhile.
  bool Insert(CacheInsert insert);
  // The same with the object that was found, which is still right. False where
  // there was none.
  bool Revalidate(int64_t fresh_ns, int64_t stale_ns);
  // It is not to be kept: each who waits makes one for itself.
  void Decline();

 private:
  Cache& cache_;
  std::shared_ptr<Cache::Flight> flight_;  // null when it is fulfilled
  const CacheObjectPtr old_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_CACHE_CACHE_H_
