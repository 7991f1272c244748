#include "runtime/frames/fields.h"

namespace rt {
namespace {

void AppendNumber(std::string& payload, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    payload.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
  }
}

}  // namespace

void AppendU32(std::string& payload, uint32_t value) {
  AppendNumber(payload, value, sizeof(value));
}

void AppendU64(std::string& payload, uint64_t value) {
  AppendNumber(payload, value, sizeof(value));
}

void AppendBytes(std::string& payload, absl::string_view bytes) {
  AppendU64(payload, bytes.size());
  payload.append(bytes.data(), bytes.size());
}

uint32_t FieldReader::U32() { return static_cast<uint32_t>(Number(4)); }

uint64_t FieldReader::U64() { return Number(8); }

absl::string_view FieldReader::Bytes() {
  const uint64_t size = U64();
  ok_ = ok_ && size <= rest_.size();
  if (!ok_) return "";
  const absl::string_view bytes = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return bytes;
}

uint64_t FieldReader::Number(size_t bytes) {
  ok_ = ok_ && bytes <= rest_.size();
  if (!ok_) return 0;
  uint64_t value = 0;
  for (size_t i = 0; i < bytes; ++i) {
    value |= uint64_t{static_cast<uint8_t>(rest_[i])} << (8 * i);
  }
  rest_.remove_prefix(bytes);
  return value;
}

}  // namespace rt
