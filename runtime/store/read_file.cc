#include "runtime/store/read_file.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "runtime/store/attempt.h"
#include "runtime/store/descriptor.h"

namespace rt {
namespace {

// What a file that does not tell its size starts with.
constexpr size_t kFirstBytes = size_t{64} << 10;

}  // namespace

absl::StatusOr<ByteBuffer> ReadWholeFile(const std::string& path,
                                         Cancellation& cancellation) {
  const Attempt attempt = {"read", path};
  Descriptor file;
  if (const int error = file.Open(path, O_RDONLY, 0, cancellation);
      error != 0) {
    return attempt.Failed(error, "open");
  }
  // One byte more than the file has, so that the read that finds the end needs
  // no more room.
  size_t room = kFirstBytes;
  if (file.is_regular() && file.info().st_size > 0) {
    room = static_cast<size_t>(file.info().st_size) + 1;
  }
  ByteBuffer bytes;
  size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) {
      if (filled > 0) room = filled + std::max(filled / 2, kFirstBytes);
      if (!bytes.Resize(room)) return attempt.Failed(ENOMEM, "read");
    }
    if (cancellation.requested()) return attempt.Failed(ECANCELED, "read");
    const ssize_t count =
        file.Read(bytes.data() + filled, bytes.size() - filled,
                  Descriptor::kPosition, cancellation);
    if (count == -1) return attempt.Failed(errno, "read");
    if (count == 0) break;
    filled += static_cast<size_t>(count);
  }
  bytes.Resize(filled);
  return bytes;
}

}  // namespace rt
