#ifndef RUNTIME_COMPRESSION_ZLIB_STREAM_H_
#define RUNTIME_COMPRESSION_ZLIB_STREAM_H_

#include <cstdint>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// The format of what is compressed.
enum class CompressionFormat {
  kDeflate,     // RFC 1950: zlib's
  kDeflateRaw,  // RFC 1951: no header and no checksum
  kGzip,        // RFC 1952
};

// Compresses or decompresses bytes that come in parts
// (https://compression.spec.whatwg.org). On any one thread at a time.
class ZlibStream {
 public:
  // Takes bytes that came out; they are valid during the call. Called with
  // 64 KiB at most.
  using Sink = absl::FunctionRef<void(absl::string_view)>;

  static std::unique_ptr<ZlibStream> Compressor(CompressionFormat format);
  static std::unique_ptr<ZlibStream> Decompressor(CompressionFormat format);

  virtual ~ZlibStream() = default;

  // DataLoss where the input is not in the format, or goes on after its end;
  // what came out before has been given to `sink`. Nothing may be called then.
  virtual absl::Status Write(absl::string_view input, Sink sink) = 0;
  // The input is at its end: gives the rest. DataLoss where there should be
  // more input.
  virtual absl::Status Finish(Sink sink) = 0;
};

}  // namespace rt

#endif  // RUNTIME_COMPRESSION_ZLIB_STREAM_H_
