#ifndef RUNTIME_LOADER_TYPESCRIPT_TRANSPILE_STORE_H_
#define RUNTIME_LOADER_TYPESCRIPT_TRANSPILE_STORE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/synchronization/mutex.h"
#include "runtime/loader/typescript/transpile_cache.h"
#include "runtime/loader/typescript/transpiled.h"

namespace rt {

// What the realms of a process transpiled, over the cache on the disk: a file
// that several of them import is transpiled once, also where they ask at the
// same time and without a disk. Any thread.
class TranspileStore {
 public:
  explicit TranspileStore(TranspileCache cache) : cache_(std::move(cache)) {}

  // That of the process, over TranspileCache::FromEnvironment().
  static TranspileStore& Get();

  // What a realm of this process made, as far as it is remembered; else null.
  std::shared_ptr<const Transpiled> Find(const std::string& key);

  // What is known under the key, or else what `make` returns, which is then
  // known; null, which is not, where it cannot. Waits for another thread that
  // makes the same. `make` runs without a lock.
  std::shared_ptr<const Transpiled> GetOrMake(
      const std::string& key,
      absl::FunctionRef<std::shared_ptr<const Transpiled>()> make);

 private:
  // All is forgotten when there is more than this.
  static constexpr size_t kMaxBytes = size_t{32} << 20;

  void Remember(const std::string& key,
                const std::shared_ptr<const Transpiled>& transpiled)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const TranspileCache cache_;
  absl::Mutex mutex_;
  // Null while a thread makes it.
  absl::flat_hash_map<std::string, std::shared_ptr<const Transpiled>> known_
      ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_TRANSPILE_STORE_H_
