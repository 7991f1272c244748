#include "runtime/base/patient_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

#include "runtime/base/interruption.h"

namespace rt {
namespace {

// More than any pipe or socket holds.
constexpr size_t kLarge = 4 << 20;

// Two ends of a pipe or a socket; what is written to `in` is read from `out`.
struct Channel {
  int in;
  int out;
};

class PatientWriters : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    int fds[2];
    ASSERT_EQ(GetParam() ? socketpair(AF_UNIX, SOCK_STREAM, 0, fds) : pipe(fds),
              0);
    channel_ = {fds[1], fds[0]};
  }
  void TearDown() override { close(channel_.in); }

  Channel channel_;
  Interruption interruption_;
};

INSTANTIATE_TEST_SUITE_P(Of, PatientWriters, testing::Bool(),
                         [](const auto& info) {
                           return info.param ? "Socket" : "Pipe";
                         });

TEST_P(PatientWriters, WaitForAReader) {
  std::string text(kLarge, 'x');
  for (size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i % 251);
  std::string read_text;
  std::thread reader([&] {
    char buffer[65536];
    ssize_t count = 0;
    while (read_text.size() < kLarge &&
           (count = read(channel_.out, buffer, sizeof(buffer))) > 0) {
      read_text.append(buffer, static_cast<size_t>(count));
    }
  });
  {
    const PatientWriter writer(channel_.in);
    EXPECT_EQ(writer.Write(text, interruption_), 0);
  }
  reader.join();
  EXPECT_TRUE(read_text == text);
  close(channel_.out);
}

TEST_P(PatientWriters, CanBeInterrupted) {
  const PatientWriter writer(channel_.in);
  int result = 0;
  std::thread blocked(
      [&] { result = writer.Write(std::string(kLarge, 'x'), interruption_); });
  interruption_.Request();
  blocked.join();
  EXPECT_EQ(result, ECANCELED);
  // The descriptor that others share still blocks.
  EXPECT_EQ(fcntl(channel_.in, F_GETFL) & O_NONBLOCK, 0);
  close(channel_.out);
}

TEST_P(PatientWriters, TellThatTheReaderIsGone) {
  close(channel_.out);
  const PatientWriter writer(channel_.in);
  EXPECT_EQ(writer.Write("x", interruption_), EPIPE);
}

TEST(PatientWriter, TellsThatTheDiskIsFull) {
  const int fd = open("/dev/full", O_WRONLY);
  if (fd == -1) GTEST_SKIP() << "no /dev/full";
  Interruption interruption;
  const PatientWriter writer(fd);
  EXPECT_EQ(writer.Write("x", interruption), ENOSPC);
  close(fd);
}

TEST(PatientWriter, WritesAFileWhereItStands) {
  char name[] = "/tmp/patient_writer_XXXXXX";
  const int fd = mkstemp(name);
  ASSERT_NE(fd, -1);
  unlink(name);
  ASSERT_EQ(write(fd, "ab", 2), 2);
  Interruption interruption;
  const PatientWriter writer(fd);
  EXPECT_EQ(writer.Write("cd", interruption), 0);
  char text[5] = {};
  EXPECT_EQ(pread(fd, text, 4, 0), 4);
  EXPECT_STREQ(text, "abcd");
  close(fd);
}

}  // namespace
}  // namespace rt
