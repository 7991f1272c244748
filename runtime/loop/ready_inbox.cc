#include "runtime/loop/ready_inbox.h"

#include <utility>

namespace rt {

bool ReadyInbox::Put(std::weak_ptr<ReactorMember> member) {
  {
    absl::MutexLock lock(&mutex_);
    members_.push_back(std::move(member));
    has_some_.store(true, std::memory_order_seq_cst);
  }
  return sleeps_.load(std::memory_order_seq_cst) &&
         sleeps_.exchange(false, std::memory_order_seq_cst);
}

void ReadyInbox::Drain(std::deque<std::shared_ptr<ReactorMember>>& ready) {
  if (IsEmpty()) return;
  absl::MutexLock lock(&mutex_);
  has_some_.store(false, std::memory_order_relaxed);
  for (const std::weak_ptr<ReactorMember>& member : members_) {
    if (auto alive = member.lock()) ready.push_back(std::move(alive));
  }
  members_.clear();
}

bool ReadyInbox::BeginSleep() {
  sleeps_.store(true, std::memory_order_seq_cst);
  if (!has_some_.load(std::memory_order_seq_cst)) return true;
  EndSleep();
  return false;
}

}  // namespace rt
