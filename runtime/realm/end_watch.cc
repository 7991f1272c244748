#include "runtime/realm/end_watch.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"
#include "runtime/realm/message.h"

namespace rt {
namespace {

constexpr int64_t kPatienceNs = EndWatch::kPatienceMs * 1'000'000;

}  // namespace

EndWatch::EndWatch() = default;

EndWatch::~EndWatch() {
  End();
  std::optional<Thread> thread;
  {
    absl::MutexLock lock(&mutex_);
    if (thread_.has_value()) thread.emplace(*std::move(thread_));
  }
  if (thread.has_value()) thread->Join();
}

void EndWatch::Begin(RealmResult so_far) {
  if (overdue_ == nullptr) return;
  absl::MutexLock lock(&mutex_);
  so_far_ = std::move(so_far);
  begun_ns_ = MonotonicNanos();
  if (thread_.has_value() || is_over_) return;
  // Where there is no thread to be had, nobody watches.
  absl::StatusOr<Thread> thread = Thread::Start("end watch", [this] { Run(); });
  if (thread.ok()) thread_.emplace(*std::move(thread));
}

void EndWatch::Pause() {
  absl::MutexLock lock(&mutex_);
  begun_ns_.reset();
}

void EndWatch::OnRealmFinishes() {
  absl::MutexLock lock(&mutex_);
  ++finishing_;
}

void EndWatch::OnRealmGone() {
  absl::MutexLock lock(&mutex_);
  --finishing_;
  if (begun_ns_.has_value()) begun_ns_ = MonotonicNanos();
}

void EndWatch::End() {
  absl::MutexLock lock(&mutex_);
  if (is_overdue_) {
    static constexpr bool kNever = false;
    mutex_.Await(absl::Condition(&kNever));
  }
  is_over_ = true;
}

void EndWatch::Run() {
  absl::MutexLock lock(&mutex_);
  while (!is_over_) {
    mutex_.Await(absl::Condition(this, &EndWatch::IsBegunOrOver));
    if (is_over_) return;
    const int64_t left_ns = *begun_ns_ + kPatienceNs - MonotonicNanos();
    if (left_ns <= 0 && finishing_ == 0) break;
    // What happens meanwhile only makes it later.
    mutex_.AwaitWithTimeout(
        absl::Condition(&is_over_),
        absl::Nanoseconds(std::max(left_ns, kPatienceNs / 10)));
  }
  if (is_over_) return;
  is_overdue_ = true;
  RealmResult so_far = std::move(so_far_);
  mutex_.Unlock();
  overdue_(std::move(so_far));
  RT_CHECK(false);
}

}  // namespace rt
