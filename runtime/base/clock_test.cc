#include "runtime/base/clock.h"

#include <sys/resource.h>

#include <cstdint>

#include "gtest/gtest.h"

namespace rt {
namespace {

int64_t Nanos(const timeval& time) {
  return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 +
         time.tv_usec * 1000;
}

TEST(ClockTest, ThreadCpuAgreesWithTheKernelsOwnAccounting) {
  const int64_t start = ThreadCpuNanos();
  while (ThreadCpuNanos() - start < 200'000'000) {
  }
  rusage usage;
  ASSERT_EQ(getrusage(RUSAGE_THREAD, &usage), 0);
  const int64_t kernel = Nanos(usage.ru_utime) + Nanos(usage.ru_stime);
  // getrusage counts whole microseconds of each mode.
  EXPECT_NEAR(static_cast<double>(ThreadCpuNanos()),
              static_cast<double>(kernel), 20e6);
}

TEST(ClockTest, MonotonicNeverGoesBack) {
  int64_t last = MonotonicNanos();
  for (int i = 0; i < 100'000; ++i) {
    const int64_t now = MonotonicNanos();
    ASSERT_GE(now, last);
    last = now;
  }
}

}  // namespace
}  // namespace rt
