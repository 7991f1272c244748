#ifndef RUNTIME_FRAMES_FRAME_H_
#define RUNTIME_FRAMES_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// What two rts say to each other, one frame after the other on a stream of
// bytes:
//
//   bytes  what
//   4      length of the payload, little endian
//   1      kFrameVersion
//   1      type: what the payload is, for the two ends to agree on
//   2      0
//   ...    payload (see fields.h)
//   4      kFrameEnd
//
// The end mark shows a wrong length at the frame that has it: before anything
// is made of its payload, and not by what comes after.
inline constexpr uint8_t kFrameVersion = 1;
inline constexpr size_t kFrameHeaderBytes = 8;
inline constexpr absl::string_view kFrameEnd = "\236end";

// A payload is at most this long.
inline constexpr size_t kMaxFramePayload = size_t{1} << 30;

struct Frame {
  uint8_t type = 0;
  std::string payload;
};

// The bytes of a frame. The payload is no longer than kMaxFramePayload.
std::string EncodeFrame(uint8_t type, absl::string_view payload);

}  // namespace rt

#endif  // RUNTIME_FRAMES_FRAME_H_
