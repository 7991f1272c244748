#ifndef RUNTIME_NET_HTTP_BODY_BUFFER_H_
#define RUNTIME_NET_HTTP_BODY_BUFFER_H_

#include <cstddef>
#include <utility>

#include "absl/strings/string_view.h"

namespace rt {

// Bytes of a body, from malloc(3): what is read goes right into it, nothing is
// cleared before, and JavaScript gets the memory as it is.
class BodyBuffer {
 public:
  BodyBuffer() = default;
  ~BodyBuffer();
  BodyBuffer(BodyBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  BodyBuffer& operator=(BodyBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Memory for this many bytes, which the system gives when they are written.
  void Reserve(size_t capacity);
  void Append(absl::string_view data);
  // Room for `size` bytes behind those that are there, and that so many of them
  // were written.
  char* Extend(size_t size);
  void Commit(size_t size) { size_ += size; }
  void Clear();

  // The memory, for whoever frees it with free(3).
  char* Release();
  absl::string_view view() const { return {data_, size_}; }

 private:
  char* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_BODY_BUFFER_H_
