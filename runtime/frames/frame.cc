#include "runtime/frames/frame.h"

#include "runtime/base/check.h"
#include "runtime/frames/fields.h"

namespace rt {

std::string EncodeFrame(uint8_t type, absl::string_view payload) {
  RT_CHECK(payload.size() <= kMaxFramePayload);
  std::string bytes;
  bytes.reserve(kFrameHeaderBytes + payload.size() + kFrameEnd.size());
  AppendU32(bytes, static_cast<uint32_t>(payload.size()));
  bytes.push_back(static_cast<char>(kFrameVersion));
  bytes.push_back(static_cast<char>(type));
  bytes.append(2, '\0');
  bytes.append(payload.data(), payload.size());
  bytes.append(kFrameEnd.data(), kFrameEnd.size());
  return bytes;
}

}  // namespace rt
