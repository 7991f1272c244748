#ifndef RUNTIME_FRAMES_FRAME_READER_H_
#define RUNTIME_FRAMES_FRAME_READER_H_

#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/frames/frame.h"

namespace rt {

// Makes frames of the bytes of a stream, however they are cut. Trusts none of
// them: it holds as many bytes as have come, not as many as a frame promises.
// One thread at a time.
class FrameReader {
 public:
  // Of a frame whose payload is longer, the header is refused.
  explicit FrameReader(size_t max_payload = kMaxFramePayload)
      : max_payload_(max_payload) {}

  // The next bytes. Calls `take` for each frame that is whole with them, until
  // one returns an error, and returns that. Fails with DataLoss, naming the
  // frame by its place in the stream, where they are no frame. Having failed,
  // it takes no more bytes and returns the same error again.
  absl::Status Read(absl::string_view bytes,
                    absl::FunctionRef<absl::Status(Frame)> take);

  // The stream is at its end: DataLoss in the middle of a frame.
  absl::Status Finish();

 private:
  absl::Status Fail(absl::string_view what);
  absl::Status CheckHeader();
  // Moves bytes into `part_` until it has `size`. False where they are too few.
  bool Fill(absl::string_view& bytes, size_t size);

  enum class Expects { kHeader, kPayload, kEnd };

  const size_t max_payload_;
  absl::Status status_;
  Expects expects_ = Expects::kHeader;
  // Of the header or the end mark, while not all of it has come.
  std::string part_;
  Frame frame_;
  size_t length_ = 0;
  // How many frames were whole, and how many bytes there were before this one.
  uint64_t frames_ = 0;
  uint64_t offset_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_FRAMES_FRAME_READER_H_
