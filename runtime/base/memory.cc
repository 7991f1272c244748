#include "runtime/base/memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

constexpr uintptr_t kPage = 4096;

// Linux 5.14; the headers may be older.
constexpr int kPopulateWrite = 23;

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

char* MapAligned(size_t bytes, size_t alignment) {
  void* const mapped = mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const size_t before =
      (alignment - reinterpret_cast<uintptr_t>(mapped) % alignment) % alignment;
  char* const begin = static_cast<char*>(mapped) + before;
  if (before != 0) munmap(mapped, before);
  munmap(begin + bytes, alignment - before);
  return begin;
}

void PopulatePages(void* begin, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(begin);
  const uintptr_t first = (address + kPage - 1) & ~(kPage - 1);
  const uintptr_t end = (address + bytes) & ~(kPage - 1);
  if (first >= end) return;
  madvise(static_cast<char*>(begin) + (first - address), end - first,
          kPopulateWrite);
}

void PopulateMalloc(size_t bytes) {
  void* const memory = malloc(bytes);
  if (memory == nullptr) return;
  PopulatePages(memory, bytes);
  // It stays in the arena: see KeepFreeMemory().
  free(memory);
}

void ReturnFreeMemory() { malloc_trim(0); }

}  // namespace rt
