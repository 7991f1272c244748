#include "runtime/realm/port.h"

#include <deque>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/realm/message.h"

namespace rt {

namespace {

using WakeFunction = absl::AnyInvocable<void()>;

void Call(const std::shared_ptr<WakeFunction>& wake) {
  if (wake != nullptr) (*wake)();
}

}  // namespace

// What goes one way.
struct PortEnd::Queue {
  explicit Queue(Reach reach) : reach(reach) {}

  const Reach reach;
  absl::Mutex mutex;
  std::deque<std::unique_ptr<Message>> messages ABSL_GUARDED_BY(mutex);
  // Taken by Forward(), and not Delivered().
  size_t forwarded ABSL_GUARDED_BY(mutex) = 0;
  // The writing end is closed: nothing more will come.
  bool ended ABSL_GUARDED_BY(mutex) = false;
  // The reading end is closed: nobody will take it.
  bool deaf ABSL_GUARDED_BY(mutex) = false;
  // Null where nobody listens.
  std::shared_ptr<WakeFunction> wake ABSL_GUARDED_BY(mutex);
  // The reader was told and has not come yet.
  bool told ABSL_GUARDED_BY(mutex) = false;
  // The writer waits until so many are left.
  std::optional<size_t> awaited ABSL_GUARDED_BY(mutex);

  size_t waiting() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    return messages.size() + forwarded;
  }

  // Whether the writer is to be told that there is room now.
  bool MakesRoom() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    if (!awaited.has_value() || waiting() > *awaited) return false;
    awaited.reset();
    return true;
  }

  // What is to be called when the lock is released, if anything.
  [[nodiscard]] std::shared_ptr<WakeFunction> Tell()
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    if (told || wake == nullptr) return nullptr;
    told = true;
    return wake;
  }
};

std::pair<PortEnd, PortEnd> PortEnd::CreateChannel(Reach reach) {
  auto there = std::make_shared<Queue>(reach);
  auto back = std::make_shared<Queue>(reach);
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

Reach PortEnd::reach() const { return out_->reach; }

bool PortEnd::Post(std::unique_ptr<Message> message) {
  std::shared_ptr<WakeFunction> wake;
  bool is_full = false;
  {
    absl::MutexLock lock(&out_->mutex);
    // One that nobody takes is destroyed with the parameter, outside of the
    // lock: it may hold ports.
    if (out_->deaf || out_->ended) return false;
    out_->messages.push_back(std::move(message));
    wake = out_->Tell();
    is_full = out_->waiting() >= kFull;
  }
  Call(wake);
  return is_full;
}

std::unique_ptr<Message> PortEnd::Take() {
  std::unique_ptr<Message> message;
  {
    absl::MutexLock lock(&in_->mutex);
    if (in_->messages.empty()) return nullptr;
    message = std::move(in_->messages.front());
    in_->messages.pop_front();
    if (!in_->MakesRoom()) return message;
  }
  TellWriter();
  return message;
}

std::unique_ptr<Message> PortEnd::Forward() {
  absl::MutexLock lock(&in_->mutex);
  if (in_->messages.empty()) return nullptr;
  std::unique_ptr<Message> message = std::move(in_->messages.front());
  in_->messages.pop_front();
  ++in_->forwarded;
  return message;
}

bool PortEnd::Delivered(size_t count) {
  {
    absl::MutexLock lock(&in_->mutex);
    if (count > in_->forwarded) return false;
    in_->forwarded -= count;
    if (!in_->MakesRoom()) return true;
  }
  TellWriter();
  return true;
}

void PortEnd::TellWriter() {
  std::shared_ptr<WakeFunction> wake;
  {
    absl::MutexLock lock(&out_->mutex);
    // It may not have come for its messages since it was told.
    out_->told = false;
    wake = out_->Tell();
  }
  Call(wake);
}

size_t PortEnd::waiting() const {
  absl::MutexLock lock(&out_->mutex);
  return out_->waiting();
}

bool PortEnd::AwaitRoom(size_t left) {
  absl::MutexLock lock(&out_->mutex);
  if (out_->deaf || out_->waiting() <= left) return false;
  out_->awaited = left;
  return true;
}

bool PortEnd::HasRoom() const {
  absl::MutexLock lock(&out_->mutex);
  return !out_->awaited.has_value();
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
  std::shared_ptr<WakeFunction> added =
      wake != nullptr ? std::make_shared<WakeFunction>(std::move(wake))
                      : nullptr;
  std::shared_ptr<WakeFunction> called;
  {
    absl::MutexLock lock(&in_->mutex);
    // What was there goes with `added`, outside of the lock.
    std::swap(in_->wake, added);
    in_->told = false;
    if (in_->ended || !in_->messages.empty()) called = in_->Tell();
  }
  Call(called);
}

void PortEnd::Rearm() {
  absl::MutexLock lock(&in_->mutex);
  in_->told = false;
}

void PortEnd::Close() {
  std::deque<std::unique_ptr<Message>> dropped;
  std::shared_ptr<WakeFunction> wake;
  std::optional<size_t> awaited;
  {
    absl::MutexLock lock(&in_->mutex);
    in_->deaf = true;
    std::swap(in_->awaited, awaited);
    std::swap(in_->wake, wake);
    dropped.swap(in_->messages);
  }
  std::shared_ptr<WakeFunction> called;
  {
    absl::MutexLock lock(&out_->mutex);
    out_->ended = true;
    if (awaited.has_value()) out_->told = false;
    called = out_->Tell();
  }
  Call(called);
}

}  // namespace rt
