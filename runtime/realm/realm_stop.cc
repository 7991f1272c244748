#include "runtime/realm/realm_stop.h"

#include <utility>

namespace rt {

RealmStop::RealmStop(std::shared_ptr<EventLoop> loop)
    : loop_(std::move(loop)), questions_(loop_) {}

void RealmStop::Stop(RealmEnd end, int exit_code) {
  absl::MutexLock lock(&mutex_);
  if (requested()) return;
  end_ = end;
  exit_code_ = exit_code;
  requested_.store(true, std::memory_order_release);
  interruption_.Request();
  loop_->Stop();
  if (host_ != nullptr) host_->TerminateExecution();
}

void RealmStop::Kill(RealmEnd end) {
  Stop(end);
  absl::MutexLock lock(&mutex_);
  killed_ = true;
  // Stop() may have been called before, and AllowLastScript() after that.
  interruption_.Request();
  if (host_ != nullptr) host_->TerminateExecution();
}

void RealmStop::Attach(IsolateHost* host) {
  questions_.Attach(host);
  absl::MutexLock lock(&mutex_);
  host_ = host;
}

void RealmStop::Detach() {
  questions_.Detach();
  absl::MutexLock lock(&mutex_);
  host_ = nullptr;
}

bool RealmStop::AllowLastScript() {
  absl::MutexLock lock(&mutex_);
  if (killed_) return false;
  interruption_.Withdraw();
  host_->CancelTerminateExecution();
  return true;
}

RealmEnd RealmStop::end() {
  absl::MutexLock lock(&mutex_);
  return end_;
}

int RealmStop::exit_code() {
  absl::MutexLock lock(&mutex_);
  return exit_code_;
}

}  // namespace rt
