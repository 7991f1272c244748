#include "runtime/realm/port.h"

#include <deque>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/realm/message.h"

namespace rt {

// What goes one way.
struct PortEnd::Queue {
  absl::Mutex mutex;
  std::deque<std::unique_ptr<Message>> messages ABSL_GUARDED_BY(mutex);
  // The writing end is closed: nothing more will come.
  bool ended ABSL_GUARDED_BY(mutex) = false;
  // The reading end is closed: nobody will take it.
  bool deaf ABSL_GUARDED_BY(mutex) = false;
  // Null where nobody listens.
  absl::AnyInvocable<void()> wake ABSL_GUARDED_BY(mutex);
  // The reader was told and has not come yet.
  bool told ABSL_GUARDED_BY(mutex) = false;
  // The writer waits for room.
  bool awaits_room ABSL_GUARDED_BY(mutex) = false;

  void Tell() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    if (told || wake == nullptr) return;
    told = true;
    wake();
  }
};

std::pair<PortEnd, PortEnd> PortEnd::CreateChannel() {
  auto there = std::make_shared<Queue>();
  auto back = std::make_shared<Queue>();
  return {PortEnd(back, there), PortEnd(there, back)};
}

PortEnd::PortEnd() = default;
PortEnd::PortEnd(std::shared_ptr<Queue> in, std::shared_ptr<Queue> out)
    : in_(std::move(in)), out_(std::move(out)) {}
PortEnd::PortEnd(PortEnd&& other) noexcept = default;

PortEnd& PortEnd::operator=(PortEnd&& other) noexcept {
  std::swap(in_, other.in_);
  std::swap(out_, other.out_);
  return *this;
}

PortEnd::~PortEnd() {
  if (in_ != nullptr) Close();
}

bool PortEnd::Post(std::unique_ptr<Message> message) {
  {
    absl::MutexLock lock(&out_->mutex);
    if (!out_->deaf && !out_->ended) {
      out_->messages.push_back(std::move(message));
      out_->Tell();
      return out_->messages.size() >= kFull;
    }
  }
  // One that nobody takes is destroyed here, outside of the lock: it may hold
  // ports.
  return false;
}

std::unique_ptr<Message> PortEnd::Take() {
  std::unique_ptr<Message> message;
  {
    absl::MutexLock lock(&in_->mutex);
    if (in_->messages.empty()) return nullptr;
    message = std::move(in_->messages.front());
    in_->messages.pop_front();
    if (!in_->awaits_room || in_->messages.size() > kLow) return message;
    in_->awaits_room = false;
  }
  absl::MutexLock lock(&out_->mutex);
  // It may not have come for its messages since it was told.
  out_->told = false;
  out_->Tell();
  return message;
}

bool PortEnd::AwaitRoom() {
  absl::MutexLock lock(&out_->mutex);
  out_->awaits_room = !out_->deaf && out_->messages.size() > kLow;
  return out_->awaits_room;
}

bool PortEnd::HasRoom() const {
  absl::MutexLock lock(&out_->mutex);
  return !out_->awaits_room;
}

bool PortEnd::IsEmpty() const {
  absl::MutexLock lock(&in_->mutex);
  return in_->messages.empty();
}

bool PortEnd::IsEnded() const {
  absl::MutexLock lock(&in_->mutex);
  return in_->ended;
}

void PortEnd::SetWake(absl::AnyInvocable<void()> wake) {
  absl::MutexLock lock(&in_->mutex);
  // What was there goes with the parameter, outside of the lock.
  std::swap(in_->wake, wake);
  in_->told = false;
  if (in_->ended || !in_->messages.empty()) in_->Tell();
}

void PortEnd::Rearm() {
  absl::MutexLock lock(&in_->mutex);
  in_->told = false;
}

void PortEnd::Close() {
  std::deque<std::unique_ptr<Message>> dropped;
  absl::AnyInvocable<void()> wake;
  bool awaited = false;
  {
    absl::MutexLock lock(&in_->mutex);
    in_->deaf = true;
    std::swap(in_->awaits_room, awaited);
    std::swap(in_->wake, wake);
    dropped.swap(in_->messages);
  }
  absl::MutexLock lock(&out_->mutex);
  out_->ended = true;
  if (awaited) out_->told = false;
  out_->Tell();
}

}  // namespace rt
