#include "runtime/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>

#include "runtime/base/check.h"
#include "runtime/base/eintr.h"
#include "runtime/base/write_all.h"

namespace rt {
namespace {

std::atomic<int> first_errors[3];

std::atomic<int>& FirstError(int fd) {
  RT_CHECK(fd == STDOUT_FILENO || fd == STDERR_FILENO);
  return first_errors[fd];
}

}  // namespace

bool WriteStandardStream(int fd, absl::string_view bytes) {
  const int error = WriteAll(fd, bytes);
  if (error == 0) return true;
  int none = 0;
  FirstError(fd).compare_exchange_strong(none, error);
  return false;
}

int StandardStreamError(int fd) { return FirstError(fd).load(); }

void OpenClosedStandardStreams() {
  // open() takes the lowest number that is free.
  int fd = 0;
  while (fd != -1 && fd <= STDERR_FILENO) {
    fd = RetryOnEintr([] { return open("/dev/null", O_RDONLY); });
  }
  if (fd != -1) close(fd);
}

}  // namespace rt
