#include "runtime/realm/realm_registry.h"

#include <utility>

#include "runtime/realm/realm_stop.h"

namespace rt {

RealmRegistry::RealmRegistry(RealmServices services)
    : services_(std::move(services)) {}

RealmRegistry::~RealmRegistry() = default;

void RealmRegistry::SetMain(std::shared_ptr<RealmStop> main) {
  absl::MutexLock lock(&mutex_);
  main_ = std::move(main);
}

void RealmRegistry::ExitProcess(int code) {
  absl::MutexLock lock(&mutex_);
  if (main_ != nullptr) main_->Stop(RealmEnd::kExited, code);
}

}  // namespace rt
