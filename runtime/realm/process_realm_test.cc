#include "runtime/realm/process_realm.h"

#include <signal.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/frames/fields.h"
#include "runtime/frames/frame.h"
#include "runtime/realm/realm_frames.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

using ::testing::HasSubstr;

// A shell command that writes `bytes` to the maker.
std::string Says(const std::string& bytes) {
  std::string escaped;
  for (const char byte : bytes) {
    absl::StrAppendFormat(&escaped, "\\%03o", static_cast<uint8_t>(byte));
  }
  return absl::StrCat("printf '", escaped, "' >&3; ");
}

std::string FrameOf(RealmFrame type, const std::string& payload) {
  return EncodeFrame(static_cast<uint8_t>(type), payload);
}

// A process realm whose process is a shell that runs `script`: it breaks the
// rules as no rt would.
class Impostor {
 public:
  explicit Impostor(const std::string& script)
      : registry_({.image = &TestImage(),
                   .observer = &nobody_,
                   .realm_process = {.program = "/bin/sh",
                                     .words = {"sh", "-c", script}}}) {
    Realm::Options options;
    options.info = {
        .id = 1, .name = "it", .entry = "file:///it.js", .kind = "process"};
    std::tie(port_, options.port) =
        PortEnd::CreateChannel(Reach::kOtherProcess);
    std::tie(calls_, options.calls) =
        PortEnd::CreateChannel(Reach::kOtherProcess);
    realm_ = *ProcessRealm::Start(registry_, std::move(options),
                                  [this](RealmResult result) {
                                    result_ = std::move(result);
                                    ended_.Notify();
                                  });
  }

  ChildRealm& realm() { return *realm_; }
  PortEnd& port() { return port_; }

  const RealmResult& Wait() {
    ended_.WaitForNotification();
    return result_;
  }

  // Of the error that it ended with.
  std::string Error() {
    const RealmResult& result = Wait();
    EXPECT_EQ(result.end, RealmEnd::kError);
    EXPECT_TRUE(port_.IsEnded());
    return result.error.has_value() ? result.error->message : "";
  }

 private:
  RealmObserver nobody_;
  RealmRegistry registry_;
  PortEnd port_;
  PortEnd calls_;
  std::unique_ptr<ChildRealm> realm_;
  RealmResult result_;
  absl::Notification ended_;
};

constexpr char kStays[] = "exec sleep 600";
constexpr char kDies[] = "kill -9 $$";

TEST(ProcessRealmTest, AFrameThatBreaksOffIsAnErrorThatSaysSo) {
  const std::string half = FrameOf(RealmFrame::kMessage, "12345").substr(0, 11);
  Impostor impostor(Says(half) + kDies);
  EXPECT_THAT(impostor.Error(),
              HasSubstr("realm 1 (it) was ended by SIGKILL, and what it sent "
                        "is broken: frame 1 (at byte 0) breaks off after 3 of "
                        "5 bytes"));
  EXPECT_EQ(impostor.Wait().process->signal, SIGKILL);
}

TEST(ProcessRealmTest, ALengthThatIsALieEndsTheProcess) {
  std::string lie = FrameOf(RealmFrame::kMessage, "0123456789");
  lie[0] = 5;
  Impostor impostor(Says(lie) + kStays);
  EXPECT_THAT(impostor.Error(), HasSubstr("does not end after the 5 bytes"));
}

TEST(ProcessRealmTest, ALengthThatIsTooLongEndsTheProcessBeforeItComes) {
  Impostor impostor(Says(std::string("\xFF\xFF\xFF\xFF\x01\x02\0\0", 8)) +
                    kStays);
  EXPECT_THAT(impostor.Error(), HasSubstr("promises 4294967295 bytes"));
}

TEST(ProcessRealmTest, FramesThatAreNotInTheProtocolEndTheProcess) {
  std::string no_channel;
  AppendU32(no_channel, 7);
  AppendBytes(no_channel, "x");
  AppendBytes(no_channel, "");
  std::string never_sent;
  AppendU32(never_sent, 0);
  AppendU64(never_sent, 1);
  std::string never_asked;
  AppendU32(never_asked, 5);
  AppendUsage(never_asked, RealmUsage());
  for (const std::string& frame :
       {FrameOf(RealmFrame::kMessage, no_channel),
        FrameOf(RealmFrame::kMessage, ""),
        FrameOf(RealmFrame::kDelivered, never_sent),
        FrameOf(RealmFrame::kUsage, never_asked),
        FrameOf(RealmFrame::kEnd, "nonsense"), FrameOf(RealmFrame::kStart, ""),
        EncodeFrame(99, "")}) {
    Impostor impostor(Says(frame) + kStays);
    EXPECT_THAT(impostor.Error(), HasSubstr("has not what belongs into it"));
    EXPECT_EQ(impostor.Wait().process->signal, SIGKILL);
  }
}

TEST(ProcessRealmTest, OneThatGoesWithoutAWordIsAnErrorWithItsExitCode) {
  Impostor impostor("exit 4");
  EXPECT_THAT(impostor.Error(),
              HasSubstr("ended with exit code 4 before it was done"));
  EXPECT_EQ(impostor.Wait().process->code, 4);
}

TEST(ProcessRealmTest, OneThatHangsUpAndStaysIsKilled) {
  Impostor impostor(absl::StrCat("exec 3>&-; ", kStays));
  EXPECT_THAT(impostor.Error(), HasSubstr("ended by SIGKILL before"));
}

TEST(ProcessRealmTest, OneThatReadsNothingCanBeTerminated) {
  Impostor impostor(kStays);
  // More than the socket takes.
  for (int i = 0; i < 1000; ++i) {
    auto message = std::make_unique<Message>();
    message->size = 10'000;
    message->bytes.reset(static_cast<uint8_t*>(calloc(message->size, 1)));
    impostor.port().Post(std::move(message));
  }
  impostor.realm().Terminate();
  EXPECT_EQ(impostor.Wait().end, RealmEnd::kTerminated);
  EXPECT_EQ(impostor.Wait().process->signal, SIGTERM);
}

TEST(ProcessRealmTest, AQuestionThatIsNotAnsweredIsDropped) {
  Impostor impostor("read -r start <&3; exit 0");
  auto alive = std::make_shared<bool>(true);
  const std::weak_ptr<bool> watch = alive;
  impostor.realm().AskUsage(
      [alive = std::move(alive)](const RealmUsage&) { FAIL(); });
  impostor.realm().Terminate();
  impostor.Wait();
  EXPECT_TRUE(watch.expired());
}

TEST(ProcessRealmTest, AProgramThatDoesNotSayHowHasNone) {
  RealmObserver nobody;
  RealmRegistry registry({.image = &TestImage(), .observer = &nobody});
  EXPECT_THAT(std::string(ProcessRealm::Start(registry, Realm::Options(),
                                              [](const RealmResult&) {})
                              .status()
                              .message()),
              HasSubstr("cannot start process realms"));
}

}  // namespace
}  // namespace rt
