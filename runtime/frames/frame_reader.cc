#include "runtime/frames/frame_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/frames/fields.h"

namespace rt {

absl::Status FrameReader::Read(absl::string_view bytes,
                               absl::FunctionRef<absl::Status(Frame)> take) {
  while (status_.ok()) {
    switch (expects_) {
      case Expects::kHeader:
        if (!Fill(bytes, kFrameHeaderBytes)) return status_;
        if (!CheckHeader().ok()) break;
        part_.clear();
        expects_ = Expects::kPayload;
        break;
      case Expects::kPayload: {
        const size_t size =
            std::min(bytes.size(), length_ - frame_.payload.size());
        frame_.payload.append(bytes.data(), size);
        bytes.remove_prefix(size);
        if (frame_.payload.size() < length_) return status_;
        expects_ = Expects::kEnd;
        break;
      }
      case Expects::kEnd:
        if (!Fill(bytes, kFrameEnd.size())) return status_;
        if (part_ != kFrameEnd) {
          Fail(absl::StrCat("does not end after the ", length_,
                            " bytes that it promises"))
              .IgnoreError();
          break;
        }
        part_.clear();
        expects_ = Expects::kHeader;
        ++frames_;
        offset_ += kFrameHeaderBytes + length_ + kFrameEnd.size();
        status_ = take(std::exchange(frame_, Frame()));
        break;
    }
  }
  return status_;
}

absl::Status FrameReader::Finish() {
  if (!status_.ok()) return status_;
  if (expects_ == Expects::kHeader && part_.empty()) return status_;
  if (expects_ == Expects::kHeader) return Fail("breaks off in its header");
  return Fail(absl::StrCat("breaks off after ", frame_.payload.size(), " of ",
                           length_, " bytes"));
}

absl::Status FrameReader::Fail(absl::string_view what) {
  status_ = absl::DataLossError(
      absl::StrCat("frame ", frames_ + 1, " (at byte ", offset_, ") ", what));
  return status_;
}

absl::Status FrameReader::CheckHeader() {
  FieldReader header(part_);
  length_ = header.U32();
  const auto version = static_cast<uint8_t>(part_[4]);
  frame_.type = static_cast<uint8_t>(part_[5]);
  if (version != kFrameVersion) {
    return Fail(
        absl::StrCat("has version ", version, " and not ", kFrameVersion));
  }
  if (part_[6] != 0 || part_[7] != 0) {
    return Fail("has a header that is none");
  }
  if (length_ > max_payload_) {
    return Fail(absl::StrCat("promises ", length_,
                             " bytes, which is more than ", max_payload_));
  }
  return absl::OkStatus();
}

bool FrameReader::Fill(absl::string_view& bytes, size_t size) {
  const size_t missing = std::min(bytes.size(), size - part_.size());
  part_.append(bytes.data(), missing);
  bytes.remove_prefix(missing);
  return part_.size() == size;
}

}  // namespace rt
