#ifndef RUNTIME_REALM_BUDGET_KEEPER_H_
#define RUNTIME_REALM_BUDGET_KEEPER_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/thread.h"
#include "runtime/realm/realm_result.h"

namespace rt {

// Ends realms that have used up the time that they were given: CPU time of
// their thread and of those of the realms that they made, and time on the
// wall. A thread of its own, which exists from the first budget on, looks when
// it could be so far, and not before.
//
// Any thread. Outlives all entries.
class BudgetKeeper {
 public:
  // What one realm may use, in nanoseconds; 0: no limit.
  struct Budget {
    int64_t cpu_ns = 0;
    int64_t wall_ns = 0;
  };
  // Called at most once, on the keeper's thread, with why.
  using EndCallback = absl::AnyInvocable<void(RealmEnd)>;

  BudgetKeeper();
  ~BudgetKeeper();
  BudgetKeeper(const BudgetKeeper&) = delete;
  BudgetKeeper& operator=(const BudgetKeeper&) = delete;

  // Begins to keep the budget of realm `id`, which the realm `maker` made and
  // which runs on the calling thread. Fails where the system has no thread.
  absl::Status Begin(uint64_t id, uint64_t maker, Budget budget,
                     EndCallback end);
  // On the same thread, when the realm has ended: its callback is not called
  // any more. What it used goes to its maker's account.
  void End(uint64_t id);

 private:
  struct Account;

  void Run();
  // Ends who is over. Returns how long nobody can be, in nanoseconds.
  int64_t Check() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  absl::Mutex mutex_;
  absl::CondVar changed_;
  absl::flat_hash_map<uint64_t, std::unique_ptr<Account>> accounts_
      ABSL_GUARDED_BY(mutex_);
  bool closing_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Thread> thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_REALM_BUDGET_KEEPER_H_
