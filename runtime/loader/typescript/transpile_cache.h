#ifndef RUNTIME_LOADER_TYPESCRIPT_TRANSPILE_CACHE_H_
#define RUNTIME_LOADER_TYPESCRIPT_TRANSPILE_CACHE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/loader/typescript/transpiled.h"

namespace rt {

// What was transpiled, on the disk: a file for each key, which is a
// ContentHash() of all that the result comes from. It only ever saves time: an
// entry that is cut short or changed is none, and a folder that can't be read
// or written is an empty one. Files appear whole, so that many processes may
// share the folder.
//
// It is kept from growing by one write in 256, by which the entries that were
// not used for longest go when all of them are over the limit. Stateless; any
// thread; blocks on the disk.
class TranspileCache {
 public:
  static constexpr int64_t kMaxBytes = int64_t{256} << 20;

  // In RT_CACHE_DIR, or $XDG_CACHE_HOME/rt, or ~/.cache/rt; off where
  // RT_CACHE_DIR is empty or no folder can be told.
  static TranspileCache FromEnvironment();

  // `folder` is made when it is needed. Empty: the cache is off.
  explicit TranspileCache(const std::string& folder);

  std::optional<Transpiled> Read(const std::string& key) const;
  void Write(const std::string& key, const Transpiled& transpiled) const;

  // Removes the entries that were not used for longest, and what killed
  // processes left, until what is left has at most half of `max_bytes`; nothing
  // where all have no more than `max_bytes`.
  void Prune(int64_t max_bytes) const;

 private:
  std::string PathOf(const std::string& key) const;

  std::string folder_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_TRANSPILE_CACHE_H_
