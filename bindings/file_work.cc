#include "bindings/file_work.h"

#include "runtime/policy/landlock.h"

namespace rt {
namespace {

// Without the kernel, a task that makes a link could outrun the check of
// another: then one at a time.
WorkerPool::Limits LimitsOf(int landlock_abi) {
  WorkerPool::Limits limits;
  if (landlock_abi == 0) limits.running = 1;
  return limits;
}

}  // namespace

FileWork::FileWork(IsolateHost& host)
    : policy_(host.control().policy()),
      realm_(std::make_shared<Cancellation>()) {}

FileWork::~FileWork() {
  realm_->Request();
  for (const auto& [id, cancellation] : cancellations_) {
    cancellation->Request();
  }
}

WorkerPool& FileWork::pool() {
  if (policy_ == nullptr) return WorkerPool::Shared();
  if (own_pool_ == nullptr) {
    const int abi = LandlockAbi();
    // What the realm's thread may read for its modules, file work may not. The
    // thread's own restriction, which the pool's threads inherit, stands where
    // that cannot be had.
    own_pool_ =
        std::make_unique<WorkerPool>(LimitsOf(abi), [abi, policy = policy_] {
          if (abi == 0) return;
          const absl::StatusOr<Landlock> rules = Landlock::ForFiles(*policy);
          if (rules.ok()) rules->RestrictThread().IgnoreError();
        });
  }
  return *own_pool_;
}

void FileWork::Cancel(CancelId id) {
  const auto found = cancellations_.find(id);
  if (found != cancellations_.end()) found->second->Request();
}

std::shared_ptr<Cancellation> FileWork::Begin(CancelId id) {
  if (id == 0) return realm_;
  return cancellations_[id] = std::make_shared<Cancellation>();
}

}  // namespace rt
