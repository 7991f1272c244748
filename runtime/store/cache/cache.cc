#include "runtime/store/cache/cache.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

// A NUL stands in no name.
std::string KeyOf(absl::string_view name, absl::string_view key) {
  return absl::StrCat(name, absl::string_view("\0", 1), key);
}

CacheTimes TimesFromNow(int64_t fresh_ns, int64_t stale_ns) {
  CacheTimes times;
  times.made_ns = MonotonicNanos();
  times.fresh_until_ns = times.made_ns + fresh_ns;
  times.stale_until_ns = times.fresh_until_ns + stale_ns;
  return times;
}

CacheFound FoundOf(const CacheObjectPtr& object, const CacheTimes& times) {
  using State = CacheFound::State;
  const int64_t now = MonotonicNanos();
  State state = State::kExpired;
  if (now < times.fresh_until_ns) {
    state = State::kFresh;
  } else if (now < times.stale_until_ns) {
    state = State::kStale;
  }
  return {object, state, now - times.made_ns};
}

CacheObjectPtr MakeObject(absl::string_view name, CacheInsert& insert) {
  auto object = std::make_shared<CacheObject>();
  object->value = std::move(insert.value);
  for (const std::string& surrogate : insert.surrogate_keys) {
    object->surrogate_keys.push_back(KeyOf(name, surrogate));
  }
  return object;
}

}  // namespace

// An object that is being made.
struct Cache::Flight {
  std::string key;
  // The number of the next purge when it began.
  uint64_t first_purge = 0;
  bool is_purged = false;  // by its key
  bool is_over = false;
  std::deque<OnAnswer> waiting;
  // A HandOver() is under way, and whom it gave the obligation has given up.
  bool is_handed_over = false;
  bool is_given_up = false;
};

Cache::Cache(size_t most_bytes) : index_(most_bytes) {}

Cache::~Cache() = default;

std::optional<CacheFound> Cache::FoundAt(const std::string& key) {
  const CacheIndex::Item* const item = index_.Find(key);
  if (item == nullptr) return std::nullopt;
  return FoundOf(item->object, item->times);
}

Cache::FlightPtr Cache::Begin(const std::string& key) {
  auto flight = std::make_shared<Flight>();
  flight->key = key;
  flight->first_purge = first_purge_ + purges_.size();
  flights_[key] = flight;
  return flight;
}

std::deque<Cache::OnAnswer> Cache::End(const FlightPtr& flight) {
  flight->is_over = true;
  const auto found = flights_.find(flight->key);
  if (found != flights_.end() && found->second == flight) {
    flights_.erase(found);
  }
  if (flights_.empty()) {
    first_purge_ += purges_.size();
    purges_.clear();
  }
  return std::exchange(flight->waiting, {});
}

bool Cache::WasPurged(const Flight& flight, const CacheObject& object) const {
  if (flight.is_purged) return true;
  const auto since = purges_.begin() + static_cast<std::ptrdiff_t>(
                                           flight.first_purge - first_purge_);
  return std::any_of(since, purges_.end(), [&](const std::string& purged) {
    return std::find(object.surrogate_keys.begin(), object.surrogate_keys.end(),
                     purged) != object.surrogate_keys.end();
  });
}

void Cache::NotePurge(std::string surrogate_key) {
  if (!flights_.empty()) purges_.push_back(std::move(surrogate_key));
}

std::optional<CacheLookup> Cache::Lookup(absl::string_view name,
                                         absl::string_view key,
                                         OnAnswer on_answer) {
  using State = CacheFound::State;
  const std::string whole = KeyOf(name, key);
  CacheLookup lookup;
  absl::MutexLock lock(&mutex_);
  lookup.found = FoundAt(whole);
  const State state =
      lookup.found.has_value() ? lookup.found->state : State::kExpired;
  if (state == State::kFresh) return lookup;
  const auto flying = flights_.find(whole);
  if (flying == flights_.end()) {
    lookup.obligation = std::make_unique<CacheObligation>(
        *this, Begin(whole),
        lookup.found.has_value() ? lookup.found->object : nullptr);
    return lookup;
  }
  if (state == State::kStale) return lookup;
  flying->second->waiting.push_back(std::move(on_answer));
  return std::nullopt;
}

std::optional<CacheFound> Cache::Peek(absl::string_view name,
                                      absl::string_view key) {
  absl::MutexLock lock(&mutex_);
  std::optional<CacheFound> found = FoundAt(KeyOf(name, key));
  if (found.has_value() && found->state == CacheFound::State::kExpired) {
    return std::nullopt;
  }
  return found;
}

bool Cache::Insert(absl::string_view name, absl::string_view key,
                   CacheInsert insert) {
  CacheObjectPtr object = MakeObject(name, insert);
  const CacheTimes times = TimesFromNow(insert.fresh_ns, insert.stale_ns);
  absl::MutexLock lock(&mutex_);
  return index_.Put(KeyOf(name, key), std::move(object), times);
}

size_t Cache::Purge(absl::string_view name, absl::string_view key) {
  const std::string whole = KeyOf(name, key);
  absl::MutexLock lock(&mutex_);
  const auto flying = flights_.find(whole);
  if (flying != flights_.end()) flying->second->is_purged = true;
  return index_.Remove(whole) ? 1 : 0;
}

size_t Cache::PurgeSurrogate(absl::string_view name,
                             absl::string_view surrogate_key) {
  std::string whole = KeyOf(name, surrogate_key);
  absl::MutexLock lock(&mutex_);
  const size_t count = index_.RemoveBySurrogate(whole);
  NotePurge(std::move(whole));
  return count;
}

size_t Cache::PurgeAll(absl::string_view name) {
  const std::string prefix = KeyOf(name, "");
  absl::MutexLock lock(&mutex_);
  for (const auto& [key, flight] : flights_) {
    if (key.compare(0, prefix.size(), prefix) == 0) flight->is_purged = true;
  }
  return index_.RemoveByPrefix(prefix);
}

size_t Cache::bytes() {
  absl::MutexLock lock(&mutex_);
  return index_.bytes();
}

bool Cache::Keep(const FlightPtr& flight, const CacheObjectPtr& object,
                 const CacheTimes& times) {
  std::deque<OnAnswer> waiting;
  bool is_kept = false;
  {
    absl::MutexLock lock(&mutex_);
    if (!WasPurged(*flight, *object)) {
      is_kept = index_.Put(flight->key, object, times);
    }
    waiting = End(flight);
  }
  for (OnAnswer& answer : waiting) {
    answer({.found = CacheFound{object, CacheFound::State::kFresh, 0},
            .obligation = nullptr});
  }
  return is_kept;
}

void Cache::Decline(const FlightPtr& flight) {
  std::deque<OnAnswer> waiting;
  {
    absl::MutexLock lock(&mutex_);
    waiting = End(flight);
  }
  for (OnAnswer& answer : waiting) answer({});
}

// Whom it gives the obligation may be of a realm that has ended, and give up at
// once, here: that is a turn of the loop, and no deeper call.
void Cache::HandOver(const FlightPtr& flight) {
  mutex_.Lock();
  flight->is_given_up = true;
  if (flight->is_handed_over) {
    mutex_.Unlock();
    return;
  }
  flight->is_handed_over = true;
  while (flight->is_given_up && !flight->is_over) {
    if (flight->waiting.empty()) {
      End(flight);
      break;
    }
    flight->is_given_up = false;
    OnAnswer next = std::move(flight->waiting.front());
    flight->waiting.pop_front();
    // What is there now, such as what somebody has put there meanwhile.
    std::optional<CacheFound> found = FoundAt(flight->key);
    CacheObjectPtr old = found.has_value() ? found->object : nullptr;
    mutex_.Unlock();
    next({.found = std::move(found),
          .obligation = std::make_unique<CacheObligation>(*this, flight,
                                                          std::move(old))});
    next = nullptr;
    mutex_.Lock();
  }
  flight->is_handed_over = false;
  mutex_.Unlock();
}

CacheObligation::CacheObligation(Cache& cache,
                                 std::shared_ptr<Cache::Flight> flight,
                                 CacheObjectPtr old)
    : cache_(cache), flight_(std::move(flight)), old_(std::move(old)) {}

CacheObligation::~CacheObligation() {
  if (flight_ != nullptr) cache_.HandOver(flight_);
}

bool CacheObligation::Insert(CacheInsert insert) {
  const auto flight = std::exchange(flight_, nullptr);
  const absl::string_view whole = flight->key;
  const absl::string_view name = whole.substr(0, whole.find('\0'));
  const CacheTimes times = TimesFromNow(insert.fresh_ns, insert.stale_ns);
  return cache_.Keep(flight, MakeObject(name, insert), times);
}

bool CacheObligation::Revalidate(int64_t fresh_ns, int64_t stale_ns) {
  if (old_ == nullptr) return false;
  cache_.Keep(std::exchange(flight_, nullptr), old_,
              TimesFromNow(fresh_ns, stale_ns));
  return true;
}

void CacheObligation::Decline() {
  cache_.Decline(std::exchange(flight_, nullptr));
}

}  // namespace rt
