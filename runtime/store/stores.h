#ifndef RUNTIME_STORE_STORES_H_
#define RUNTIME_STORE_STORES_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "runtime/store/cache/cache.h"
#include "runtime/store/kv/kv_database.h"
#include "runtime/store/settings/settings.h"

namespace rt {

// What the realms of a process share by rt:kv, rt:cache, rt:config and
// rt:secret. The host makes one; it outlives every realm. Any thread.
class Stores {
 public:
  struct Options {
    // The folder of the key-value stores; empty: they are in memory.
    std::string data_folder;
    std::vector<NamedFile> configs;
    std::vector<NamedFile> secrets;
    // What all caches together hold.
    size_t cache_bytes = Cache::kDefaultBytes;
  };

  // Reads and opens all that has a file, so that what is wrong with it shows
  // before a program runs. On a thread without restrictions.
  static absl::StatusOr<std::unique_ptr<Stores>> Open(const Options& options);

  // Without files.
  Stores();
  Stores(const Stores&) = delete;
  Stores& operator=(const Stores&) = delete;

  // In memory it is made when it is first asked for.
  absl::StatusOr<KvDatabase*> kv() ABSL_LOCKS_EXCLUDED(mutex_);

  Cache& cache() { return cache_; }
  const Settings& configs() const { return configs_; }
  const Settings& secrets() const { return secrets_; }

 private:
  explicit Stores(const Options& options) : cache_(options.cache_bytes) {}

  Cache cache_;
  Settings configs_;
  Settings secrets_;
  absl::Mutex mutex_;
  std::unique_ptr<KvDatabase> kv_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_STORE_STORES_H_
