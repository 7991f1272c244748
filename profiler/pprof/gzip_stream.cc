#include "profiler/pprof/gzip_stream.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/base/check.h"

namespace rt {
namespace {

constexpr uInt kOutBytes = 64 * 1024;

constexpr int kLevel = 1;

// zlib.h, deflateInit2: 15 for the largest window, and 16 for a gzip header in
// place of zlib's own.
constexpr int kGzipWindowBits = 15 + 16;
constexpr int kDefaultMemLevel = 8;

}  // namespace

GzipStream::GzipStream(ByteSink sink)
    : sink_(std::move(sink)), out_(new Bytef[kOutBytes]) {
  // Fails on a wrong argument, a wrong library or exhausted memory only.
  RT_CHECK(deflateInit2(&zlib_, kLevel, Z_DEFLATED, kGzipWindowBits,
                        kDefaultMemLevel, Z_DEFAULT_STRATEGY) == Z_OK);
  zlib_.next_out = out_.get();
  zlib_.avail_out = kOutBytes;
}

GzipStream::~GzipStream() { deflateEnd(&zlib_); }

absl::Status GzipStream::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t size =
        std::min<size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    // zlib reads the input only, whatever its type says.
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    zlib_.avail_in = static_cast<uInt>(size);
    if (absl::Status status = Deflate(Z_NO_FLUSH); !status.ok()) return status;
    bytes.remove_prefix(size);
  }
  return absl::OkStatus();
}

absl::Status GzipStream::Finish() { return Deflate(Z_FINISH); }

// Runs zlib until it has taken all input, and for Z_FINISH until all is out.
absl::Status GzipStream::Deflate(int flush) {
  while (true) {
    const int result = deflate(&zlib_, flush);
    // Z_BUF_ERROR says that there was nothing to do.
    RT_CHECK(result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR);
    const bool done =
        flush == Z_FINISH ? result == Z_STREAM_END : zlib_.avail_out != 0;
    if (zlib_.avail_out == 0 || (flush == Z_FINISH && done)) {
      const absl::Status status =
          sink_({reinterpret_cast<const char*>(out_.get()),
                 kOutBytes - zlib_.avail_out});
      if (!status.ok()) return status;
      zlib_.next_out = out_.get();
      zlib_.avail_out = kOutBytes;
    }
    if (done) return absl::OkStatus();
  }
}

}  // namespace rt
