#include "runtime/base/write_all.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

namespace rt {
namespace {

// More than any pipe holds.
constexpr size_t kLarge = 4 << 20;

std::string ReadToEnd(int fd) {
  std::string all;
  char buffer[65536];
  ssize_t count = 0;
  while ((count = read(fd, buffer, sizeof(buffer))) > 0) {
    all.append(buffer, static_cast<size_t>(count));
  }
  return all;
}

TEST(WriteAll, WaitsForAReaderOfANonBlockingPipe) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  ASSERT_EQ(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
  const std::string text(kLarge, 'x');
  std::string read_text;
  std::thread reader([&] { read_text = ReadToEnd(fds[0]); });
  EXPECT_EQ(WriteAll(fds[1], text), 0);
  close(fds[1]);
  reader.join();
  close(fds[0]);
  EXPECT_TRUE(read_text == text);
}

TEST(WriteAll, TellsThatTheReaderIsGone) {
  signal(SIGPIPE, SIG_IGN);
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  close(fds[0]);
  EXPECT_EQ(WriteAll(fds[1], "x"), EPIPE);
  close(fds[1]);
}

TEST(WriteAll, TellsThatTheDiskIsFull) {
  const int fd = open("/dev/full", O_WRONLY);
  if (fd == -1) GTEST_SKIP() << "no /dev/full";
  EXPECT_EQ(WriteAll(fd, "x"), ENOSPC);
  close(fd);
}

}  // namespace
}  // namespace rt
