#include "runtime/base/interruption.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

namespace rt {
namespace {

TEST(Interruption, EndsAWaitThatIsUnderWay) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  Interruption interruption;
  int result = 0;
  std::thread waiter([&] { result = interruption.Wait(fds[0], POLLIN); });
  interruption.Request();
  waiter.join();
  EXPECT_EQ(result, ECANCELED);
  EXPECT_EQ(interruption.Wait(fds[0], POLLIN), ECANCELED);
  close(fds[0]);
  close(fds[1]);
}

TEST(Interruption, LetsWaitAgainWhenItIsWithdrawn) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  Interruption interruption;
  // Makes the eventfd.
  EXPECT_EQ(interruption.Wait(fds[1], POLLOUT), 0);
  interruption.Request();
  interruption.Request();
  EXPECT_TRUE(interruption.requested());
  interruption.Withdraw();
  EXPECT_FALSE(interruption.requested());
  // It would come back before the byte is there, if the eventfd were readable.
  std::thread writer([&] { EXPECT_EQ(write(fds[1], "x", 1), 1); });
  EXPECT_EQ(interruption.Wait(fds[0], POLLIN), 0);
  pollfd ready = {fds[0], POLLIN, 0};
  EXPECT_EQ(poll(&ready, 1, 0), 1);
  writer.join();
  interruption.Request();
  EXPECT_EQ(interruption.Wait(fds[0], POLLIN), ECANCELED);
  close(fds[0]);
  close(fds[1]);
}

}  // namespace
}  // namespace rt
