#include "runtime/ipc/frame_socket.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/eintr.h"
#include "runtime/base/write_all.h"
#include "runtime/frames/frame_reader.h"
#include "runtime/frames/write_queue.h"
#include "runtime/ipc/child_process.h"

namespace rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::pair<UniqueFd, UniqueFd> SocketPair() {
  int fds[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

// A FrameSocket on a thread of its own, and what it tells.
class Link : private FrameTransport::Delegate {
 public:
  explicit Link(UniqueFd fd) : io_(*IoThread::Start("test")) {
    io_->Run([&] {
      socket_ = std::make_unique<FrameSocket>(*io_, std::move(fd));
      socket_->Start(*this);
    });
  }
  ~Link() override {
    io_->Run([this] { socket_.reset(); });
  }

  void Send(uint8_t type, const std::string& payload) {
    io_->Run([&] { socket_->Send(type, payload); });
  }
  bool IsFull() {
    bool is_full = false;
    io_->Run([&] { is_full = socket_->IsFull(); });
    return is_full;
  }
  void Finish() {
    io_->Run([this] { socket_->Finish(); });
  }

  absl::Status WaitForEnd() {
    ended_.WaitForNotification();
    return status_;
  }
  void WaitForRoom() { room_.WaitForNotification(); }
  void WaitForFinish() { finished_.WaitForNotification(); }
  // After WaitForEnd().
  const std::vector<std::string>& frames() const { return frames_; }

 private:
  absl::Status OnFrame(Frame frame) override {
    frames_.push_back(std::move(frame.payload));
    return absl::OkStatus();
  }
  void OnRoom() override {
    if (!room_.HasBeenNotified()) room_.Notify();
  }
  void OnFinished() override { finished_.Notify(); }
  void OnEnd(absl::Status status) override {
    status_ = std::move(status);
    ended_.Notify();
  }

  const std::unique_ptr<IoThread> io_;
  std::unique_ptr<FrameSocket> socket_;
  std::vector<std::string> frames_;
  absl::Status status_;
  absl::Notification ended_;
  absl::Notification room_;
  absl::Notification finished_;
};

// Until the other side is done; in turns with whoever writes.
std::vector<std::string> ReadFrames(int fd) {
  std::vector<std::string> payloads;
  FrameReader reader;
  char bytes[256 << 10];
  ssize_t size;
  while ((size = RetryOnEintr([&] { return read(fd, bytes, sizeof(bytes)); })) >
         0) {
    const absl::Status status =
        reader.Read({bytes, static_cast<size_t>(size)}, [&](Frame frame) {
          payloads.push_back(std::move(frame.payload));
          return absl::OkStatus();
        });
    EXPECT_TRUE(status.ok()) << status;
  }
  EXPECT_TRUE(reader.Finish().ok());
  return payloads;
}

TEST(FrameSocketTest, GivesTheFramesThatCame) {
  auto [here, there] = SocketPair();
  Link link(std::move(here));
  WriteAll(there.get(), EncodeFrame(1, "one") + EncodeFrame(2, "two"));
  there = UniqueFd();
  EXPECT_TRUE(link.WaitForEnd().ok());
  EXPECT_THAT(link.frames(), ElementsAre("one", "two"));
}

TEST(FrameSocketTest, NothingIsLostThatWasSentBeforeTheEnd) {
  auto [here, there] = SocketPair();
  Link link(std::move(here));
  const std::string large(2 << 20, 'x');
  for (int i = 0; i < 3; ++i) link.Send(1, large);
  EXPECT_TRUE(link.IsFull());
  link.Finish();
  EXPECT_EQ(ReadFrames(there.get()), std::vector<std::string>(3, large));
  link.WaitForFinish();
  EXPECT_FALSE(link.IsFull());
}

TEST(FrameSocketTest, TellsWhenThereIsRoom) {
  auto [here, there] = SocketPair();
  Link link(std::move(here));
  link.Send(1, std::string(WriteQueue::kFullBytes, 'x'));
  ASSERT_TRUE(link.IsFull());
  link.Finish();
  EXPECT_EQ(ReadFrames(there.get()).size(), 1u);
  link.WaitForRoom();
}

TEST(FrameSocketTest, AReaderThatIsGoneIsAnEndAndNoSignal) {
  const auto old = signal(SIGPIPE, SIG_DFL);
  auto [here, there] = SocketPair();
  Link link(std::move(here));
  there = UniqueFd();
  EXPECT_TRUE(link.WaitForEnd().ok());
  for (int i = 0; i < 10; ++i) link.Send(1, std::string(1 << 20, 'x'));
  link.Finish();
  link.WaitForFinish();
  EXPECT_FALSE(link.IsFull());
  signal(SIGPIPE, old);
}

TEST(FrameSocketTest, WhatCameBeforeAnEndThatLeftSomethingUnreadIsRead) {
  auto [here, there] = SocketPair();
  // Unread, it makes the close a reset.
  WriteAll(here.get(), "x");
  WriteAll(there.get(), EncodeFrame(1, "last words"));
  there = UniqueFd();
  Link link(std::move(here));
  EXPECT_TRUE(link.WaitForEnd().ok());
  EXPECT_THAT(link.frames(), ElementsAre("last words"));
}

TEST(FrameSocketTest, ALengthThatIsALieIsAnEndThatSaysSo) {
  auto [here, there] = SocketPair();
  Link link(std::move(here));
  std::string frame = EncodeFrame(1, "0123456789");
  frame[0] = 5;
  WriteAll(there.get(), EncodeFrame(1, "good") + frame);
  EXPECT_THAT(std::string(link.WaitForEnd().message()),
              HasSubstr("frame 2 (at byte 16) does not end after the 5 bytes"));
  EXPECT_THAT(link.frames(), ElementsAre("good"));
}

TEST(FrameSocketTest, AProcessThatIsKilledInAFrameIsAnEndThatSaysSo) {
  absl::StatusOr<ChildProcess::Spawned> spawned = ChildProcess::Spawn(
      {.program = "/bin/sh",
       .words = {"sh", "-c",
                 R"(printf '\005\0\0\0\001\0\0\0hel' >&3; kill -9 $$)"}});
  ASSERT_TRUE(spawned.ok());
  Link link(std::move(spawned->socket));
  EXPECT_THAT(std::string(link.WaitForEnd().message()),
              HasSubstr("frame 1 (at byte 0) breaks off after 3 of 5 bytes"));
}

}  // namespace
}  // namespace rt
