#include "runtime/net/websocket_frames.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/net/test_peers.h"

namespace rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A server that takes frames; the other side of it is a client that sends
// bytes.
class WebSocketFramesTest : public testing::Test,
                            protected FrameTransport::Delegate {
 protected:
  WebSocketFramesTest() {
    io_->Run([this] {
      server_ = *WebSocketServer::Listen(
          io_->context(), {.at = {.host = "127.0.0.1"}, .token = kTestToken},
          [this](std::unique_ptr<WebSocketConnection> connection) {
            frames_ = std::make_unique<WebSocketFrames>(std::move(connection));
            frames_->Start(*this);
          });
    });
    client_ = std::make_unique<TestClient>(
        WebSocketUrl{.is_secure = false, .at = server_->at()});
    EXPECT_TRUE(client_->side().WaitForOpen().ok());
  }
  ~WebSocketFramesTest() override {
    io_->Run([this] {
      frames_.reset();
      server_.reset();
    });
  }

  absl::Status WaitForEnd() {
    ended_.WaitForNotification();
    return end_;
  }

  absl::Status OnFrame(Frame frame) override {
    payloads_.push_back(frame.payload);
    if (frame.payload == "destroy") frames_.reset();
    if (frame.payload == "destroy") gone_.Notify();
    if (frame.payload == "refuse") return absl::DataLossError("refused");
    return absl::OkStatus();
  }
  void OnRoom() override {}
  void OnFinished() override {}
  void OnEnd(absl::Status status) override {
    end_ = std::move(status);
    ended_.Notify();
  }

  const std::unique_ptr<IoThread> io_ = *IoThread::Start("test frames");
  std::unique_ptr<WebSocketServer> server_;
  std::unique_ptr<WebSocketFrames> frames_;
  std::unique_ptr<TestClient> client_;
  std::vector<std::string> payloads_;
  absl::Status end_;
  absl::Notification ended_;
  absl::Notification gone_;
};

TEST_F(WebSocketFramesTest, TheFramesAreWholeHoweverTheirBytesCome) {
  const std::string large(3 << 20, 'x');
  const std::string bytes = EncodeFrame(1, "one") + EncodeFrame(2, "") +
                            EncodeFrame(3, large) + EncodeFrame(4, "four");
  client_->side().Send(bytes.substr(0, 5));
  client_->side().Send(bytes.substr(5, 1 << 20));
  client_->side().Send(bytes.substr(5 + (1 << 20)));
  client_->side().Finish();
  EXPECT_TRUE(WaitForEnd().ok()) << WaitForEnd();
  EXPECT_THAT(payloads_, ElementsAre("one", "", large, "four"));
}

TEST_F(WebSocketFramesTest, SendsFramesAsEncoded) {
  client_->side().Send(EncodeFrame(1, "hello"));
  client_->side().Send(EncodeFrame(1, "refuse"));
  EXPECT_EQ(WaitForEnd(), absl::DataLossError("refused"));
  io_->Run([this] { frames_->Send(7, "answer"); });
  const std::string expected = EncodeFrame(7, "answer");
  EXPECT_EQ(client_->side().WaitForBytes(expected.size()), expected);
}

TEST_F(WebSocketFramesTest, ALieAboutALengthIsAnEndThatSaysSo) {
  std::string lie = EncodeFrame(1, "0123456789");
  lie[0] = 5;
  client_->side().Send(EncodeFrame(1, "good") + lie);
  EXPECT_TRUE(absl::IsDataLoss(WaitForEnd()));
  EXPECT_THAT(std::string(WaitForEnd().message()),
              HasSubstr("does not end after the 5 bytes"));
  EXPECT_THAT(payloads_, ElementsAre("good"));
}

TEST_F(WebSocketFramesTest, ACloseInAFrameIsNoGoodEnd) {
  client_->side().Send(EncodeFrame(1, "hello").substr(0, 11));
  client_->side().Finish();
  EXPECT_TRUE(absl::IsDataLoss(WaitForEnd()));
  EXPECT_THAT(std::string(WaitForEnd().message()),
              HasSubstr("breaks off after 3 of 5 bytes"));
}

TEST_F(WebSocketFramesTest, ACutInAFrameIsACut) {
  client_->side().Send(EncodeFrame(1, "hello").substr(0, 11));
  client_->side().Drop();
  EXPECT_TRUE(absl::IsUnavailable(WaitForEnd())) << WaitForEnd();
  EXPECT_THAT(std::string(WaitForEnd().message()), HasSubstr("was cut"));
}

TEST_F(WebSocketFramesTest, MayBeDestroyedByAFrame) {
  client_->side().Send(EncodeFrame(1, "destroy") + EncodeFrame(1, "unread"));
  gone_.WaitForNotification();
  EXPECT_TRUE(absl::IsUnavailable(client_->side().WaitForEnd()));
  EXPECT_THAT(payloads_, ElementsAre("destroy"));
}

}  // namespace
}  // namespace rt
