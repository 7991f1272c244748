#ifndef PROFILER_PPROF_GZIP_STREAM_H_
#define PROFILER_PPROF_GZIP_STREAM_H_

#include <zlib.h>

#include <functional>
#include <memory>
#include <string_view>

#include "absl/status/status.h"

namespace rt {

// Takes bytes in pieces of any size and says whether it could keep them.
using ByteSink = std::function<absl::Status(std::string_view)>;

// Compresses what is written to it into one gzip member (RFC 1952), which goes
// to `sink` in pieces of up to 64 KiB. Its memory is constant, about 330 KiB.
// Lives on the stack of whoever writes a file; the first error of the sink is
// returned, and nothing may be written after it.
class GzipStream {
 public:
  explicit GzipStream(ByteSink sink);
  ~GzipStream();
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  absl::Status Write(std::string_view bytes);

  // Writes what is still held back and the trailer. Last call.
  absl::Status Finish();

 private:
  absl::Status Deflate(int flush);

  const ByteSink sink_;
  z_stream zlib_ = {};
  const std::unique_ptr<Bytef[]> out_;
};

}  // namespace rt

#endif  // PROFILER_PPROF_GZIP_STREAM_H_
