// Whatever bytes come, in whatever pieces, a FrameReader makes the same frames
// of them as of all at once, or fails with the same error; and a frame that it
// makes is one that EncodeFrame() would have made.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "runtime/base/check.h"
#include "runtime/frames/fields.h"
#include "runtime/frames/frame.h"
#include "runtime/frames/frame_reader.h"

namespace rt {
namespace {

constexpr size_t kMaxPayload = 4096;

struct Stream {
  FrameReader reader{kMaxPayload};
  std::string frames;  // encoded again

  absl::Status Read(absl::string_view bytes) {
    return reader.Read(bytes, [this](Frame frame) {
      RT_CHECK(frame.payload.size() <= kMaxPayload);
      frames += EncodeFrame(frame.type, frame.payload);
      return absl::OkStatus();
    });
  }
};

void ReadFields(FuzzedDataProvider& in, absl::string_view payload) {
  FieldReader fields(payload);
  while (in.remaining_bytes() > 0) {
    const int kind = in.ConsumeIntegralInRange(0, 2);
    if (kind == 0) fields.U32();
    if (kind == 1) fields.U64();
    if (kind == 2) RT_CHECK(fields.Bytes().size() <= payload.size());
  }
}

}  // namespace
}  // namespace rt

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider in(data, size);
  const std::string bytes = in.ConsumeRandomLengthString(1 << 16);
  rt::Stream whole;
  absl::Status whole_status = whole.Read(bytes);

  rt::Stream cut;
  absl::Status cut_status;
  for (size_t at = 0; at < bytes.size() && cut_status.ok();) {
    const auto length = in.ConsumeIntegralInRange<size_t>(1, 64);
    cut_status = cut.Read(absl::string_view(bytes).substr(at, length));
    at += length;
  }
  RT_CHECK(cut_status == whole_status);
  RT_CHECK(cut.frames == whole.frames);
  RT_CHECK(cut.reader.Finish() == whole.reader.Finish());
  // All that was taken for frames was there.
  RT_CHECK(bytes.compare(0, whole.frames.size(), whole.frames) == 0);
  rt::ReadFields(in, bytes);
  return 0;
}
