#ifndef BINDINGS_ANSWER_BODY_H_
#define BINDINGS_ANSWER_BODY_H_

#include <v8.h>

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/store/byte_buffer.h"

namespace rt {

// The bytes of an answer's body that have come and that nobody has read, in the
// memory that JavaScript gets them in.
class AnswerBody {
 public:
  // So many are expected, all in all.
  void Expect(size_t size);

  // False where there is no memory for them.
  bool Append(absl::Span<const char> bytes);

  size_t size() const { return size_; }

  // All of them as a Uint8Array. None are left. Fails where ArrayBuffers may
  // take no more.
  absl::StatusOr<v8::Local<v8::Value>> Take(v8::Isolate* isolate);

 private:
  ByteBuffer buffer_;
  size_t size_ = 0;
};

}  // namespace rt

#endif  // BINDINGS_ANSWER_BODY_H_
