#include "runtime/loop/reactor.h"

#include <immintrin.h>
#include <sched.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "runtime/base/check.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

// How long turns may follow each other without a look at the kernel, which
// costs as much as a short turn.
constexpr int64_t kPollNs = 200'000;

// The same while it spins, and how often it looks at the clock.
constexpr int64_t kSpinPollNs = 20'000;
constexpr int kPauses = 16;

constexpr int64_t kFadeNs = 700'000'000;

thread_local const Reactor* current_reactor = nullptr;

}  // namespace

struct Reactor::Impl {
  // A concurrency hint of 1: one thread runs handlers, others only post.
  boost::asio::io_context context{1};
  // Keeps run_one() waiting when nothing but another thread can wake it.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{
      context.get_executor()};
};

std::shared_ptr<Reactor> Reactor::Create() {
  return std::shared_ptr<Reactor>(new Reactor);
}

Reactor::Reactor() : impl_(std::make_unique<Impl>()) {}

Reactor::~Reactor() = default;

boost::asio::io_context& Reactor::context() { return impl_->context; }

bool Reactor::IsCurrent() const { return current_reactor == this; }

void Reactor::MakeReady(const std::shared_ptr<ReactorMember>& member) {
  if (IsCurrent()) {
    ready_.push_back(member);
    return;
  }
  // What is posted has Run() look into the inbox.
  if (inbox_.Put(member)) boost::asio::post(impl_->context, [] {});
}

void Reactor::Stop() {
  stopped_.store(true, std::memory_order_release);
  impl_->context.stop();
}

void Reactor::Attach(ReactorMember* member) {
  absl::MutexLock lock(&mutex_);
  members_.insert(member);
}

void Reactor::Detach(ReactorMember* member) {
  absl::MutexLock lock(&mutex_);
  members_.erase(member);
}

Reactor::Load Reactor::load() {
  absl::MutexLock lock(&mutex_);
  const int64_t now = MonotonicNanos();
  Fade(now);
  const int64_t in_turn = in_turn_ != nullptr ? now - turn_began_ns_ : 0;
  return {members_.size(), busy_ns_ + in_turn};
}

void Reactor::Fade(int64_t now_ns) {
  const int64_t steps = (now_ns - faded_ns_) / kFadeNs;
  if (steps <= 0) return;
  busy_ns_ = steps < 63 ? busy_ns_ >> steps : 0;
  faded_ns_ += steps * kFadeNs;
}

std::optional<Reactor::Stall> Reactor::FindStall() {
  absl::MutexLock lock(&mutex_);
  if (in_turn_ == nullptr) return std::nullopt;
  const int64_t now = MonotonicNanos();
  int64_t longest = 0;
  for (ReactorMember* member : members_) {
    if (member == in_turn_) continue;
    const std::optional<int64_t> since = member->waiting_since_ns();
    if (!since.has_value()) continue;
    longest = std::max(longest, now - std::max(*since, turn_began_ns_));
  }
  if (longest == 0) return std::nullopt;
  return Stall{in_turn_, longest};
}

void Reactor::Run() {
  RT_CHECK(current_reactor == nullptr);
  current_reactor = this;
  last_turn_ended_ns_ = MonotonicNanos();
  while (!is_stopped()) {
    inbox_.Drain(ready_);
    if (ready_.empty()) {
      Wait();
      continue;
    }
    RunTurn();
    if (last_turn_ended_ns_ - last_poll_ns_ >= kPollNs) Poll();
  }
  ready_.clear();
  current_reactor = nullptr;
}

void Reactor::Poll() {
  impl_->context.poll();
  last_poll_ns_ = MonotonicNanos();
}

// Until there may be something to do.
void Reactor::Wait() {
  const int64_t spin_ns = spin_policy_.spin_ns();
  if (spin_ns != 0) Spin(last_turn_ended_ns_ + spin_ns);
  if (ready_.empty() && inbox_.BeginSleep()) {
    impl_->context.run_one();
    inbox_.EndSleep();
    last_poll_ns_ = MonotonicNanos();
  }
  spin_policy_.NoteWait(MonotonicNanos() - last_turn_ended_ns_,
                        !inbox_.IsEmpty());
}

// Until something is there, or until then. The one who is to bring it may be
// waiting for this core.
void Reactor::Spin(int64_t until_ns) {
  while (inbox_.IsEmpty() && ready_.empty()) {
    for (int i = 0; i < kPauses && inbox_.IsEmpty(); ++i) _mm_pause();
    sched_yield();
    const int64_t now_ns = MonotonicNanos();
    if (now_ns >= until_ns) return;
    // What waits in the kernel does not wait for longer than without.
    if (now_ns - last_poll_ns_ >= kSpinPollNs) Poll();
  }
}

void Reactor::RunTurn() {
  // Held, as it may be closed and let go of in its turn.
  const std::shared_ptr<ReactorMember> member = std::move(ready_.front());
  ready_.pop_front();
  const int64_t began = MonotonicNanos();
  {
    absl::MutexLock lock(&mutex_);
    in_turn_ = member.get();
    turn_began_ns_ = began;
  }
  turn_limit_ns_ = began + kTurnNs;
  cpu_clock_is_marked_ = false;
  if (member->TakeTurn()) ready_.push_back(member);
  if (cpu_clock_users_ != 0 && !cpu_clock_is_marked_) MarkCpuClock();
  absl::MutexLock lock(&mutex_);
  in_turn_ = nullptr;
  const int64_t ended = MonotonicNanos();
  Fade(ended);
  busy_ns_ += ended - began;
  last_turn_ended_ns_ = ended;
}

void Reactor::MarkCpuClock() {
  cpu_clock_is_marked_ = true;
  cpu_after_last_turn_ns_ = ThreadCpuNanos();
}

bool Reactor::IsTurnOver() {
  if (MonotonicNanos() < turn_limit_ns_) return false;
  Poll();
  inbox_.Drain(ready_);
  // What is over stays so: a task that leaves its rest for another turn asks,
  // and then whoever runs the tasks.
  if (!ready_.empty() || is_stopped()) return true;
  turn_limit_ns_ = last_poll_ns_ + kTurnNs;
  return false;
}

}  // namespace rt
