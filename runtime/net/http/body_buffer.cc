#include "runtime/net/http/body_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/base/check.h"

namespace rt {

BodyBuffer::~BodyBuffer() { free(data_); }

void BodyBuffer::Reserve(size_t capacity) {
  if (capacity <= capacity_) return;
  // realloc(3) moves pages, and not bytes, where there are many.
  auto* const data = static_cast<char*>(realloc(data_, capacity));
  RT_CHECK(data != nullptr);
  data_ = data;
  capacity_ = capacity;
}

char* BodyBuffer::Extend(size_t size) {
  if (size_ + size > capacity_) Reserve(std::max(size_ + size, 2 * capacity_));
  return data_ + size_;
}

void BodyBuffer::Append(absl::string_view data) {
  if (data.empty()) return;
  memcpy(Extend(data.size()), data.data(), data.size());
  Commit(data.size());
}

void BodyBuffer::Clear() { *this = BodyBuffer(); }

char* BodyBuffer::Release() {
  // What was reserved for more than came is given back, where it is.
  if (size_ < capacity_ / 2) {
    auto* const data =
        static_cast<char*>(realloc(data_, std::max<size_t>(size_, 1)));
    if (data != nullptr) data_ = data;
  }
  size_ = capacity_ = 0;
  return std::exchange(data_, nullptr);
}

}  // namespace rt
