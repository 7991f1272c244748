#include "runtime/loader/typescript/transpile_store.h"

#include <optional>
#include <utility>

namespace rt {

TranspileStore& TranspileStore::Get() {
  static TranspileStore* const store =
      new TranspileStore(TranspileCache::FromEnvironment());
  return *store;
}

std::shared_ptr<const Transpiled> TranspileStore::Find(const std::string& key) {
  const absl::MutexLock lock(&mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : found->second;
}

std::shared_ptr<const Transpiled> TranspileStore::GetOrMake(
    const std::string& key,
    absl::FunctionRef<std::shared_ptr<const Transpiled>()> make) {
  {
    const absl::MutexLock lock(&mutex_);
    const auto settled = [this, &key]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      const auto found = known_.find(key);
      return found == known_.end() || found->second != nullptr;
    };
    mutex_.Await(absl::Condition(&settled));
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    known_[key] = nullptr;
  }
  std::shared_ptr<const Transpiled> transpiled;
  if (std::optional<Transpiled> cached = cache_.Read(key)) {
    transpiled = std::make_shared<const Transpiled>(*std::move(cached));
  } else {
    transpiled = make();
    if (transpiled != nullptr) cache_.Write(key, *transpiled);
  }
  const absl::MutexLock lock(&mutex_);
  Remember(key, transpiled);
  return transpiled;
}

void TranspileStore::Remember(
    const std::string& key,
    const std::shared_ptr<const Transpiled>& transpiled) {
  known_.erase(key);
  if (transpiled == nullptr) return;
  const size_t size = transpiled->code.size() + transpiled->map.size();
  if (bytes_ + size > kMaxBytes) {
    absl::erase_if(known_,
                   [](const auto& entry) { return entry.second != nullptr; });
    bytes_ = 0;
  }
  if (size > kMaxBytes) return;
  bytes_ += size;
  known_[key] = transpiled;
}

}  // namespace rt
