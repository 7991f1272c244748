#ifndef RUNTIME_OBSERVE_REALM_OBSERVER_H_
#define RUNTIME_OBSERVE_REALM_OBSERVER_H_

#include <cstdint>
#include <memory>
#include <string>

namespace rt {

// What a realm is, for those who watch it. Plain data, fixed for its life.
struct RealmInfo {
  // Unique in the process, never used again. The main realm is 0.
  uint64_t id = 0;
  // As its maker named it; empty where it has no name.
  std::string name;
  // The URL of its first module.
  std::string entry;
  // "main", "thread", "pooled", "sandbox", "process" or "remote".
  std::string kind;
};

// What an observer keeps for one realm. Made and destroyed on the realm's own
// thread, with the realm's isolate entered and its context current; destroyed
// after the realm ran its last line of JavaScript.
class RealmObservation {
 public:
  virtual ~RealmObservation() = default;
};

// Watches realms begin and end. Its functions are called on the realms'
// threads, many at once; they do nothing by default. Outlives every realm.
class RealmObserver {
 public:
  virtual ~RealmObserver() = default;

  // A realm's isolate and context stand, none of its modules is loaded. What is
  // returned lives as long as the realm runs; null where this realm is not
  // observed (any more).
  virtual std::unique_ptr<RealmObservation> OnRealmStart(
      const RealmInfo& /*info*/) {
    return nullptr;
  }
};

}  // namespace rt

#endif  // RUNTIME_OBSERVE_REALM_OBSERVER_H_
