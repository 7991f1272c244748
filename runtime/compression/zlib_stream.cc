#include "runtime/compression/zlib_stream.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"

namespace rt {
namespace {

constexpr size_t kOutBytes = 65536;
// zlib's own default.
constexpr int kMemoryLevel = 8;

// zlib.h, deflateInit2(): the largest window, which the sign and 16 tell the
// format of.
int WindowBits(CompressionFormat format) {
  switch (format) {
    case CompressionFormat::kDeflate:
      return 15;
    case CompressionFormat::kDeflateRaw:
      return -15;
    case CompressionFormat::kGzip:
      return 15 + 16;
  }
  return 15;
}

// Lets zlib take from `zlib` part of `input`, which may be longer than it can
// count.
void Feed(z_stream& zlib, absl::string_view& input) {
  const size_t size =
      std::min<size_t>(input.size(), std::numeric_limits<uInt>::max());
  // zlib reads the input only, whatever its type says.
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
  zlib.avail_in = static_cast<uInt>(size);
  input.remove_prefix(size);
}

// Runs `step` of zlib with room for 64 KiB and hands on what came out.
template <typename Step>
int RunOnce(z_stream& zlib, Bytef* out, ZlibStream::Sink sink, Step step) {
  zlib.next_out = out;
  zlib.avail_out = kOutBytes;
  const int result = step();
  const size_t size = kOutBytes - zlib.avail_out;
  if (size > 0) sink({reinterpret_cast<const char*>(out), size});
  return result;
}

class Deflater final : public ZlibStream {
 public:
  explicit Deflater(CompressionFormat format) {
    // It fails for lack of memory, or for arguments that this call cannot have.
    RT_CHECK(deflateInit2(&zlib_, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                          WindowBits(format), kMemoryLevel,
                          Z_DEFAULT_STRATEGY) == Z_OK);
  }
  ~Deflater() override { deflateEnd(&zlib_); }

  absl::Status Write(absl::string_view input, Sink sink) override {
    while (!input.empty()) {
      Feed(zlib_, input);
      Run(Z_NO_FLUSH, sink);
    }
    return absl::OkStatus();
  }

  absl::Status Finish(Sink sink) override {
    Run(Z_FINISH, sink);
    return absl::OkStatus();
  }

 private:
  // Until zlib has room left: then it has taken all input, and given all that
  // it will for now.
  void Run(int flush, Sink sink) {
    do {
      RunOnce(zlib_, out_.get(), sink, [&] { return deflate(&zlib_, flush); });
    } while (zlib_.avail_out == 0);
    RT_CHECK(zlib_.avail_in == 0);
  }

  z_stream zlib_ = {};
  std::unique_ptr<Bytef[]> out_ = std::make_unique<Bytef[]>(kOutBytes);
};

class Inflater final : public ZlibStream {
 public:
  explicit Inflater(CompressionFormat format) {
    RT_CHECK(inflateInit2(&zlib_, WindowBits(format)) == Z_OK);
  }
  ~Inflater() override { inflateEnd(&zlib_); }

  absl::Status Write(absl::string_view input, Sink sink) override {
    while (!input.empty()) {
      if (at_end_) return TooMuch();
      Feed(zlib_, input);
      absl::Status status = Run(sink);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status Finish(Sink /*sink*/) override {
    if (at_end_) return absl::OkStatus();
    return absl::DataLossError(
        "The compressed data ends before its last block is complete.");
  }

 private:
  static absl::Status TooMuch() {
    return absl::DataLossError(
        "There are bytes after the end of the compressed data.");
  }

  absl::Status Run(Sink sink) {
    do {
      const int result = RunOnce(zlib_, out_.get(), sink,
                                 [&] { return inflate(&zlib_, Z_NO_FLUSH); });
      if (result == Z_STREAM_END) {
        at_end_ = true;
        return zlib_.avail_in == 0 ? absl::OkStatus() : TooMuch();
      }
      // Z_BUF_ERROR: there was nothing to do, which is no error.
      if (result == Z_NEED_DICT) {
        return absl::DataLossError(
            "The compressed data needs a dictionary, which there is none of.");
      }
      if (result != Z_OK && result != Z_BUF_ERROR) {
        return absl::DataLossError(
            absl::StrCat("The compressed data is not valid: ",
                         zlib_.msg != nullptr ? zlib_.msg : "unknown error"));
      }
    } while (zlib_.avail_in > 0 || zlib_.avail_out == 0);
    return absl::OkStatus();
  }

  z_stream zlib_ = {};
  bool at_end_ = false;
  std::unique_ptr<Bytef[]> out_ = std::make_unique<Bytef[]>(kOutBytes);
};

}  // namespace

std::unique_ptr<ZlibStream> ZlibStream::Compressor(CompressionFormat format) {
  return std::make_unique<Deflater>(format);
}

std::unique_ptr<ZlibStream> ZlibStream::Decompressor(CompressionFormat format) {
  return std::make_unique<Inflater>(format);
}

}  // namespace rt
