#ifndef RUNTIME_ENGINE_BUFFER_CHARGE_H_
#define RUNTIME_ENGINE_BUFFER_CHARGE_H_

#include <cstddef>
#include <memory>
#include <utility>

#include "runtime/engine/buffer_allocator.h"

namespace rt {

// Bytes that are no ArrayBuffer, such as a message that nobody has read, and
// count as one of an isolate that has a limit which somebody set: for as long
// as this lives. Any thread; it may outlive the isolate.
class BufferCharge {
 public:
  BufferCharge() = default;
  // On the isolate's thread: its JavaScript ends where they are beyond the
  // limit, and garbage does not make room for them.
  BufferCharge(BufferAllocator& payer, size_t size) {
    if (!payer.CountsMapped()) return;
    payer.Claim(size);
    payer_ = payer.shared_from_this();
    size_ = size;
  }
  BufferCharge(BufferCharge&& other) noexcept
      : payer_(std::move(other.payer_)), size_(other.size_) {}
  BufferCharge& operator=(BufferCharge&& other) noexcept {
    std::swap(payer_, other.payer_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~BufferCharge() { Release(); }

  void Release() {
    if (payer_ != nullptr) payer_->AddMapped(-static_cast<ptrdiff_t>(size_));
    payer_ = nullptr;
  }

 private:
  std::shared_ptr<BufferAllocator> payer_;
  size_t size_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_BUFFER_CHARGE_H_
