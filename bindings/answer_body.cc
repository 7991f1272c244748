#include "bindings/answer_body.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "bindings/file_values.h"

namespace rt {
namespace {

// A server's word on a size is taken no further than this.
constexpr size_t kMostExpected = size_t{64} << 20;

}  // namespace

void AnswerBody::Expect(size_t size) {
  const size_t wanted = std::min(size, kMostExpected);
  // Without the memory, it grows as bytes come.
  if (wanted > buffer_.size()) static_cast<void>(buffer_.Resize(wanted));
}

bool AnswerBody::Append(absl::Span<const char> bytes) {
  if (bytes.empty()) return true;
  const size_t needed = size_ + bytes.size();
  if (needed > buffer_.size() &&
      !buffer_.Resize(size_ == 0 ? needed : std::max(needed, 2 * size_))) {
    return false;
  }
  memcpy(buffer_.data() + size_, bytes.data(), bytes.size());
  size_ = needed;
  return true;
}

absl::StatusOr<v8::Local<v8::Value>> AnswerBody::Take(v8::Isolate* isolate) {
  // Shrinking is done in place.
  static_cast<void>(buffer_.Resize(size_));
  size_ = 0;
  return ToValue(isolate, absl::StatusOr<ByteBuffer>(std::move(buffer_)));
}

}  // namespace rt
