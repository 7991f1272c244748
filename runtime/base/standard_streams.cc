#include "runtime/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "runtime/base/check.h"
#include "runtime/base/eintr.h"
#include "runtime/base/interruption.h"
#include "runtime/base/patient_writer.h"

namespace rt {
namespace {

std::atomic<int> first_errors[3];

std::atomic<int>& FirstError(int fd) {
  RT_CHECK(fd == STDOUT_FILENO || fd == STDERR_FILENO);
  return first_errors[fd];
}

const PatientWriter& WriterOf(int fd) {
  static const PatientWriter* const writers[] = {
      new PatientWriter(STDOUT_FILENO), new PatientWriter(STDERR_FILENO)};
  return *writers[fd - STDOUT_FILENO];
}

}  // namespace

bool WriteStandardStream(int fd, absl::string_view bytes) {
  static Interruption* const never = new Interruption;
  return WriteStandardStream(fd, bytes, *never);
}

bool WriteStandardStream(int fd, absl::string_view bytes,
                         Interruption& interruption) {
  std::atomic<int>& first_error = FirstError(fd);
  const int error = WriterOf(fd).Write(bytes, interruption);
  if (error == 0) return true;
  if (error == ECANCELED) return false;
  int none = 0;
  first_error.compare_exchange_strong(none, error);
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
