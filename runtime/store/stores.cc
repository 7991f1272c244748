#include "runtime/store/stores.h"

#include <utility>

namespace rt {

Stores::Stores() : Stores(Options()) {}

absl::StatusOr<std::unique_ptr<Stores>> Stores::Open(const Options& options) {
  std::unique_ptr<Stores> stores(new Stores(options));
  absl::StatusOr<Settings> configs = Settings::ReadConfigs(options.configs);
  if (!configs.ok()) return configs.status();
  stores->configs_ = *std::move(configs);
  absl::StatusOr<Settings> secrets = Settings::ReadSecrets(options.secrets);
  if (!secrets.ok()) return secrets.status();
  stores->secrets_ = *std::move(secrets);
  if (!options.data_folder.empty()) {
    auto kv = KvDatabase::OpenFolder(options.data_folder);
    if (!kv.ok()) return kv.status();
    absl::MutexLock lock(&stores->mutex_);
    stores->kv_ = *std::move(kv);
  }
  return stores;
}

absl::StatusOr<KvDatabase*> Stores::kv() {
  absl::MutexLock lock(&mutex_);
  if (kv_ == nullptr) {
    auto kv = KvDatabase::OpenMemory();
    if (!kv.ok()) return kv.status();
    kv_ = *std::move(kv);
  }
  return kv_.get();
}

}  // namespace rt
