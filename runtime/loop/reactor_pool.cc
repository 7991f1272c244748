#include "runtime/loop/reactor_pool.h"

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"

namespace rt {

ReactorPool::ReactorPool(size_t size)
    : size_(size != 0 ? size
                      : std::max(1u, std::thread::hardware_concurrency())) {}

ReactorPool::~ReactorPool() {
  absl::MutexLock lock(&mutex_);
  for (const auto& reactor : reactors_) reactor->Stop();
  for (Thread& thread : threads_) thread.Join();
}

absl::StatusOr<std::shared_ptr<Reactor>> ReactorPool::Choose() {
  absl::MutexLock lock(&mutex_);
  std::shared_ptr<Reactor> best;
  Reactor::Load least;
  for (const std::shared_ptr<Reactor>& reactor : reactors_) {
    const Reactor::Load load = reactor->load();
    if (best == nullptr || std::tie(load.members, load.busy_ns) <
                               std::tie(least.members, least.busy_ns)) {
      best = reactor;
      least = load;
    }
  }
  if (best != nullptr && (least.members == 0 || reactors_.size() == size_)) {
    return best;
  }
  const absl::Status started = StartOne();
  if (started.ok()) return reactors_.back();
  // With fewer threads than there could be, those that there are do.
  if (best != nullptr) return best;
  return started;
}

absl::Status ReactorPool::StartOne() {
  std::shared_ptr<Reactor> reactor = Reactor::Create();
  absl::StatusOr<Thread> thread =
      Thread::Start(absl::StrCat("reactor ", reactors_.size()),
                    [reactor] { reactor->Run(); });
  if (!thread.ok()) return thread.status();
  reactors_.push_back(std::move(reactor));
  threads_.push_back(*std::move(thread));
  return absl::OkStatus();
}

std::vector<std::shared_ptr<Reactor>> ReactorPool::running() {
  absl::MutexLock lock(&mutex_);
  return reactors_;
}

}  // namespace rt
