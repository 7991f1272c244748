#include "runtime/realm/budget_keeper.h"

#include <pthread.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/time/time.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

// A realm that has a nanosecond left is not looked at every nanosecond.
constexpr int64_t kLeastWaitNs = 2'000'000;

constexpr int64_t kForEver = std::numeric_limits<int64_t>::max();

}  // namespace

struct BudgetKeeper::Account {
  uint64_t maker = 0;
  clockid_t clock = 0;
  Budget budget;
  int64_t started_ns = 0;
  EndCallback end;  // null when it was called
  // Of realms that it made and that have ended.
  int64_t ended_cpu_ns = 0;
  // Of the look that is under way: CPU time of the realm and of all below it,
  // and how many threads these are.
  int64_t used_ns = 0;
  int64_t threads = 0;
};

BudgetKeeper::BudgetKeeper() = default;

BudgetKeeper::~BudgetKeeper() {
  std::optional<Thread> thread;
  {
    absl::MutexLock lock(&mutex_);
    RT_CHECK(accounts_.empty());
    closing_ = true;
    changed_.SignalAll();
    if (thread_.has_value()) thread.emplace(*std::move(thread_));
  }
  if (thread.has_value()) thread->Join();
}

absl::Status BudgetKeeper::Begin(uint64_t id, uint64_t maker, Budget budget,
                                 EndCallback end) {
  auto account = std::make_unique<Account>();
  account->maker = maker;
  RT_CHECK(pthread_getcpuclockid(pthread_self(), &account->clock) == 0);
  account->budget = budget;
  account->started_ns = MonotonicNanos();
  account->end = std::move(end);
  absl::MutexLock lock(&mutex_);
  if (!thread_.has_value()) {
    absl::StatusOr<Thread> thread =
        Thread::Start("rt-budgets", [this] { Run(); });
    if (!thread.ok()) return thread.status();
    thread_.emplace(*std::move(thread));
  }
  accounts_.emplace(id, std::move(account));
  changed_.SignalAll();
  return absl::OkStatus();
}

void BudgetKeeper::End(uint64_t id) {
  absl::MutexLock lock(&mutex_);
  const auto found = accounts_.find(id);
  if (found == accounts_.end()) return;
  const int64_t used =
      ClockNanos(found->second->clock) + found->second->ended_cpu_ns;
  const auto maker = accounts_.find(found->second->maker);
  if (maker != accounts_.end()) maker->second->ended_cpu_ns += used;
  accounts_.erase(found);
}

void BudgetKeeper::Run() {
  absl::MutexLock lock(&mutex_);
  while (!closing_) {
    const int64_t wait = Check();
    if (wait == kForEver) {
      changed_.Wait(&mutex_);
    } else {
      changed_.WaitWithTimeout(&mutex_, absl::Nanoseconds(wait));
    }
  }
}

int64_t BudgetKeeper::Check() {
  for (const auto& [id, account] : accounts_) {
    account->used_ns = account->ended_cpu_ns;
    account->threads = 0;
  }
  for (const auto& [id, account] : accounts_) {
    const int64_t own = ClockNanos(account->clock);
    // What ended ones used is in the account of each that is above them.
    for (auto above = accounts_.find(id); above != accounts_.end();
         above = accounts_.find(above->second->maker)) {
      above->second->used_ns += own;
      ++above->second->threads;
      if (above->first != id) {
        above->second->used_ns += account->ended_cpu_ns;
      }
    }
  }

  const int64_t now = MonotonicNanos();
  int64_t wait = kForEver;
  for (const auto& [id, account] : accounts_) {
    if (account->end == nullptr) continue;
    const Budget& budget = account->budget;
    std::optional<RealmEnd> over;
    if (budget.wall_ns != 0) {
      const int64_t left = account->started_ns + budget.wall_ns - now;
      if (left <= 0) over = RealmEnd::kWallLimit;
      wait = std::min(wait, std::max(left, kLeastWaitNs));
    }
    if (budget.cpu_ns != 0) {
      const int64_t left = budget.cpu_ns - account->used_ns;
      if (left <= 0) over = RealmEnd::kCpuLimit;
      wait = std::min(wait, std::max(left / account->threads, kLeastWaitNs));
    }
    if (!over.has_value()) continue;
    EndCallback end = std::move(account->end);
    account->end = nullptr;
    end(*over);
  }
  return wait;
}

}  // namespace rt
