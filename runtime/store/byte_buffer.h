#ifndef RUNTIME_STORE_BYTE_BUFFER_H_
#define RUNTIME_STORE_BYTE_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace rt {

// Bytes from malloc(3), without the zeros that a std::vector would write first,
// for a reader to fill and for V8 to take over. Movable.
class ByteBuffer {
 public:
  ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ByteBuffer() { free(data_); }

  // Keeps what fits; what is new is undefined. False, and unchanged, where
  // there is no memory for it.
  bool Resize(size_t size) {
    if (size == size_) return true;
    // realloc(3) with 0 would give memory back and not say so.
    void* const data = realloc(data_, size > 0 ? size : 1);
    if (data == nullptr) return false;
    data_ = static_cast<uint8_t*>(data);
    size_ = size;
    return true;
  }

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }

  // The caller frees it with free(3). Null where it never had a size.
  uint8_t* Release() {
    size_ = 0;
    return std::exchange(data_, nullptr);
  }

 private:
  uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_STORE_BYTE_BUFFER_H_
