#ifndef RUNTIME_FRAMES_FIELDS_H_
#define RUNTIME_FRAMES_FIELDS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// The fields of a payload, in the order in which both ends know them: numbers
// are little endian, bytes have their length (8 bytes) before them.
void AppendU32(std::string& payload, uint32_t value);
void AppendU64(std::string& payload, uint64_t value);
void AppendBytes(std::string& payload, absl::string_view bytes);

// Reads them again. What the payload does not have reads as 0 or empty, and
// from then on all does; ok() tells. The payload outlives the reader and what
// it returns.
class FieldReader {
 public:
  explicit FieldReader(absl::string_view payload) : rest_(payload) {}

  uint32_t U32();
  uint64_t U64();
  absl::string_view Bytes();
  // The same, for what is to outlive the payload.
  std::string Text() { return std::string(Bytes()); }

  // All that was not asked for.
  absl::string_view Rest() const { return rest_; }

  // All that was asked for was there.
  bool ok() const { return ok_; }
  // And nothing else was.
  bool AtEnd() const { return ok_ && rest_.empty(); }

 private:
  uint64_t Number(size_t bytes);

  absl::string_view rest_;
  bool ok_ = true;
};

}  // namespace rt

#endif  // RUNTIME_FRAMES_FIELDS_H_
