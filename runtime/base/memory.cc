#include "runtime/base/memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// The number in a control group's file; no limit where there is no such file,
// or it says "max".
int64_t LimitFrom(const char* path) {
  const int fd = RetryOnEintr([&] { return open(path, O_RDONLY | O_CLOEXEC); });
  if (fd == -1) return kNoLimit;
  char text[32];
  const ssize_t size =
      RetryOnEintr([&] { return read(fd, text, sizeof(text)); });
  close(fd);
  int64_t bytes = 0;
  if (size <= 0 ||
      !absl::SimpleAtoi(absl::StripAsciiWhitespace(
                            absl::string_view(text, static_cast<size_t>(size))),
                        &bytes) ||
      bytes <= 0) {
    return kNoLimit;
  }
  return bytes;
}

}  // namespace

int64_t UsableMemoryBytes() {
  static const int64_t bytes = std::min({
      static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE),
      LimitFrom("/sys/fs/cgroup/memory.max"),
      LimitFrom("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
  });
  return bytes;
}

void KeepFreeMemory() {
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
}

void ReturnFreeMemory() { malloc_trim(0); }

}  // namespace rt
