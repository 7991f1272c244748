#include "runtime/realm/realm_registry.h"

#include <algorithm>
#include <utility>

#include "runtime/net/http/loop_id.h"
#include "runtime/realm/realm_stop.h"
#include "runtime/store/stores.h"

namespace rt {
namespace {

constexpr int kManyThreads = 8;

}  // namespace

RealmRegistry::RealmRegistry(RealmServices services)
    : services_(std::move(services)),
      loop_id_(services_.loop_id.empty() ? NewLoopId() : services_.loop_id),
      own_stores_(services_.stores == nullptr ? std::make_unique<Stores>()
                                              : nullptr),
      stores_(services_.stores == nullptr ? own_stores_.get()
                                          : services_.stores),
      reactors_(services_.reactors),
      stall_watch_(reactors_, services_.warn),
      last_id_(services_.first_id) {}

RealmRegistry::~RealmRegistry() = default;

void RealmRegistry::WarnOnce(absl::string_view message) {
  if (services_.warn == nullptr) return;
  {
    absl::MutexLock lock(&mutex_);
    if (!warnings_.emplace(message).second) return;
  }
  services_.warn(message);
}

void RealmRegistry::BeginThread() {
  absl::MutexLock lock(&mutex_);
  most_threads_ = std::max(most_threads_, ++threads_);
}

bool RealmRegistry::EndThread() {
  absl::MutexLock lock(&mutex_);
  --threads_;
  // Giving memory back takes time that is worth it only for many; and each time
  // half of them are gone.
  if (most_threads_ < kManyThreads || threads_ > most_threads_ / 2) {
    return false;
  }
  most_threads_ = threads_;
  return true;
}

absl::StatusOr<IoThread*> RealmRegistry::io() {
  absl::MutexLock lock(&mutex_);
  if (io_ == nullptr) {
    absl::StatusOr<std::unique_ptr<IoThread>> io = IoThread::Start("rt realms");
    if (!io.ok()) return io.status();
    io_ = *std::move(io);
  }
  return io_.get();
}

void RealmRegistry::SetMain(std::shared_ptr<RealmStop> main) {
  absl::MutexLock lock(&mutex_);
  main_ = std::move(main);
}

void RealmRegistry::ExitProcess(int code) {
  absl::MutexLock lock(&mutex_);
  if (main_ == nullptr || main_->requested()) return;
  main_->Stop(RealmEnd::kExited, code);
  end_watch_.Begin({.end = RealmEnd::kExited, .exit_code = code});
}

}  // namespace rt
