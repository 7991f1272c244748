#include "runtime/realm/hosted_remote_realm.h"

#include <sys/socket.h>
#include <unistd.h>

#include <deque>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/write_all.h"
#include "runtime/frames/frame_reader.h"
#include "runtime/ipc/frame_socket.h"
#include "runtime/loader/remote/file_questions.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

using ::testing::HasSubstr;

// What is on the maker's disk.
class Tree final : public FileTree {
 public:
  explicit Tree(std::map<std::string, std::string> files)
      : files_(std::move(files)) {}
  absl::StatusOr<Kind> Find(const std::string& path) override {
    return files_.contains(path) ? Kind::kFile : Kind::kMissing;
  }
  absl::StatusOr<std::string> RealPath(const std::string& path) override {
    if (files_.contains(path)) return path;
    return ErrnoStatus(ENOENT, absl::StrCat("look up '", path, "'"), path);
  }
  absl::StatusOr<std::string> Read(const std::string& path) override {
    return files_.at(path);
  }

 private:
  const std::map<std::string, std::string> files_;
};

// A hosted realm on a thread of its own, and its maker on this one.
class Maker {
 public:
  explicit Maker(std::map<std::string, std::string> files,
                 SandboxRequest policy = {})
      : terms_{.image = &TestImage(), .sandbox = std::move(policy)},
        tree_(std::move(files)),
        io_(*IoThread::Start("test")) {
    int fds[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    socket_ = UniqueFd(fds[0]);
    io_->Run([this, fd = fds[1]] {
      realm_ = HostedRemoteRealm::Create(
          *io_, terms_, std::make_unique<FrameSocket>(*io_, UniqueFd(fd)),
          [this](absl::Status status) {
            gone_status_ = std::move(status);
            gone_.Notify();
          });
    });
  }
  ~Maker() {
    Leave();
    gone_.WaitForNotification();
    io_->Run([this] { realm_.reset(); });
  }

  void Send(RealmFrame type, const std::string& payload = "") {
    EXPECT_EQ(WriteAll(socket_.get(),
                       EncodeFrame(static_cast<uint8_t>(type), payload)),
              0);
  }

  // Of the module at /app/main.js.
  void Start(RealmInfo info = {.id = 3, .name = "it"},
             uint64_t max_heap_bytes = 0) {
    RealmStart start;
    start.info = std::move(info);
    start.info.entry = "file:///app/main.js";
    start.max_heap_bytes = max_heap_bytes;
    Send(RealmFrame::kStart, Encode(start));
  }

  Frame Next() {
    while (frames_.empty()) {
      char bytes[4096];
      const ssize_t got = RetryOnEintr(
          [&] { return read(socket_.get(), bytes, sizeof(bytes)); });
      if (got <= 0) return {};
      const absl::Status status =
          reader_.Read(absl::string_view(bytes, static_cast<size_t>(got)),
                       [this](Frame frame) {
                         frames_.push_back(std::move(frame));
                         return absl::OkStatus();
                       });
      EXPECT_TRUE(status.ok()) << status;
    }
    Frame frame = std::move(frames_.front());
    frames_.pop_front();
    return frame;
  }

  // Answers what is asked, until a frame of this type comes.
  Frame Await(RealmFrame type) {
    while (true) {
      Frame frame = Next();
      const auto came = static_cast<RealmFrame>(frame.type);
      if (came == type || frame.type == 0) {
        EXPECT_EQ(came, type);
        return frame;
      }
      if (came == RealmFrame::kAskFiles) {
        Send(RealmFrame::kFiles, *AnswerFileQuestion(tree_, frame.payload));
      }
    }
  }

  RealmFarewell Farewell() {
    const Frame frame = Await(RealmFrame::kEnd);
    absl::StatusOr<RealmFarewell> farewell =
        ReadFarewell(FieldReader(frame.payload));
    EXPECT_TRUE(farewell.ok()) << farewell.status();
    return farewell.ok() ? *std::move(farewell) : RealmFarewell();
  }

  // The message of the error that it ends with.
  std::string Error() {
    const RealmFarewell farewell = Farewell();
    EXPECT_EQ(farewell.result.end, RealmEnd::kError);
    return farewell.result.error.has_value() ? farewell.result.error->message
                                             : "";
  }

  void Leave() { socket_ = UniqueFd(); }
  // On the thread.
  HostedRemoteRealm& realm() { return *realm_; }
  IoThread& io() { return *io_; }
  absl::Status WaitForEnd() {
    gone_.WaitForNotification();
    return gone_status_;
  }

 private:
  const HostedRemoteRealm::Terms terms_;
  Tree tree_;
  const std::unique_ptr<IoThread> io_;
  UniqueFd socket_;
  FrameReader reader_;
  std::deque<Frame> frames_;
  std::shared_ptr<HostedRemoteRealm> realm_;
  absl::Status gone_status_;
  absl::Notification gone_;
};

TEST(HostedRemoteRealmTest, ItsModulesAreItsMakers) {
  Maker maker({{"/app/main.js",
                "import {words} from './lib/words.js';\n"
                "import list from './list.json' with {type: 'json'};\n"
                "throw new Error(words + list.length);"},
               {"/app/lib/words.js", "export const words = 'came over ';"},
               {"/app/list.json", "[1, 2, 3]"}});
  maker.Start();
  EXPECT_EQ(static_cast<RealmFrame>(maker.Next().type),
            RealmFrame::kEnforcement);
  const RealmFarewell farewell = maker.Farewell();
  EXPECT_EQ(farewell.result.error->message, "came over 3");
  EXPECT_EQ(farewell.result.error->file, "file:///app/main.js");
  EXPECT_EQ(farewell.result.error->line, 3);
  EXPECT_NE(farewell.result.error_value, nullptr);
}

TEST(HostedRemoteRealmTest, AnImportOfNothingNamesItsLine) {
  Maker maker({{"/app/main.js", "import './none.js'; // this line"}});
  maker.Start();
  const RealmFarewell farewell = maker.Farewell();
  EXPECT_THAT(farewell.result.error->message, HasSubstr("none.js"));
  EXPECT_EQ(farewell.result.error->source_line,
            "import './none.js'; // this line");
}

TEST(HostedRemoteRealmTest, TheHostsFilesAreNotThere) {
  Maker maker(
      {{"/app/main.js",
        "import {DiskFileSystem} from 'rt:file';\n"
        "await new DiskFileSystem().readTextFile('/proc/self/maps');"}});
  maker.Start();
  EXPECT_THAT(maker.Error(), HasSubstr("sandbox.read with '/proc/"));
}

TEST(HostedRemoteRealmTest, TheRealmsThatItMakesHaveTheSameSource) {
  Maker maker(
      {{"/app/main.js",
        "import {Realm} from 'rt:realm';\n"
        "const realms = ['a', 'b'].map(() => new Realm({entry: "
        "'./child.js'}));\n"
        "const words = await Promise.all(realms.map((r) => r.call('word')));\n"
        "throw new Error(words.join() + realms.map((r) => r.kind));"},
       {"/app/child.js",
        "import './deep.js'; export const word = () => globalThis.word;"},
       {"/app/deep.js", "globalThis.word = 'deep';"}});
  maker.Start();
  const RealmFarewell farewell = maker.Farewell();
  EXPECT_EQ(farewell.result.error->message, "deep,deepsandbox,sandbox");
  EXPECT_EQ(farewell.realms_made, 2u);
}

TEST(HostedRemoteRealmTest, ItIsARemoteRealmWhateverItsMakerCallsIt) {
  Maker maker({{"/app/main.js",
                "import {kind, id, name} from 'rt:realm';\n"
                "throw new Error([kind, id, name].join());"}});
  maker.Start({.id = 8, .name = "n", .kind = "main"});
  EXPECT_EQ(maker.Error(), "remote,8,n");
}

TEST(HostedRemoteRealmTest, ItsLimitsAreThePolicys) {
  struct Case {
    SandboxRequest policy;
    const char* source;
    RealmEnd end;
  };
  const Case cases[] = {
      {{.policy = {.memory_bytes = size_t{24} << 20}},
       "const kept = []; for (;;) kept.push(new Array(10000).fill(0.5));",
       RealmEnd::kOutOfMemory},
      {{.policy = {.cpu_ns = 50'000'000}}, "for (;;);", RealmEnd::kCpuLimit},
      {{.policy = {.wall_ns = 50'000'000}},
       "await new Promise(() => setInterval(() => {}, 1000));",
       RealmEnd::kWallLimit},
  };
  for (const auto& [policy, source, end] : cases) {
    Maker maker({{"/app/main.js", source}}, policy);
    // More than there is.
    maker.Start({.id = 1}, uint64_t{1} << 60);
    EXPECT_EQ(maker.Farewell().result.end, end) << source;
  }
}

TEST(HostedRemoteRealmTest, ItsMakerMayWantLessMemory) {
  Maker maker(
      {{"/app/main.js",
        "const kept = []; for (;;) kept.push(new Array(1000).fill(0.5));"}});
  maker.Start({.id = 1}, /*max_heap_bytes=*/1);
  EXPECT_EQ(maker.Farewell().result.end, RealmEnd::kOutOfMemory);
}

TEST(HostedRemoteRealmTest, OneThatSpinsIsTerminated) {
  Maker maker({{"/app/main.js", "for (;;);"}});
  maker.Start();
  maker.Await(RealmFrame::kEnforcement);
  maker.Send(RealmFrame::kTerminate);
  EXPECT_EQ(maker.Farewell().result.end, RealmEnd::kTerminated);
}

TEST(HostedRemoteRealmTest, OneThatSpinsTellsWhatItUses) {
  Maker maker({{"/app/main.js", "for (;;);"}});
  maker.Start();
  std::string question;
  AppendU32(question, 77);
  maker.Send(RealmFrame::kAskUsage, question);
  const Frame answer = maker.Await(RealmFrame::kUsage);
  FieldReader fields(answer.payload);
  EXPECT_EQ(fields.U32(), 77u);
  const absl::StatusOr<RealmUsage> usage = ReadUsage(fields);
  ASSERT_TRUE(usage.ok());
  EXPECT_GT(usage->heap_used, 0u);
}

TEST(HostedRemoteRealmTest, ItEndsWithItsMakerWhileItSpins) {
  Maker maker({{"/app/main.js", "for (;;);"}});
  maker.Start();
  maker.Await(RealmFrame::kEnforcement);
  maker.Leave();
  maker.WaitForEnd().IgnoreError();
}

TEST(HostedRemoteRealmTest, ItEndsWithItsMakerWhileItWaitsForAFile) {
  Maker maker({});
  maker.Start();
  maker.Await(RealmFrame::kAskFiles);
  maker.Leave();
  maker.WaitForEnd().IgnoreError();
}

TEST(HostedRemoteRealmTest, ItIsTerminatedWhileItWaitsForAFile) {
  Maker maker({});
  maker.Start();
  maker.Await(RealmFrame::kAskFiles);
  maker.Send(RealmFrame::kTerminate);
  // Late, and to nobody.
  maker.Send(RealmFrame::kFiles, "");
  EXPECT_EQ(maker.Farewell().result.end, RealmEnd::kTerminated);
}

TEST(HostedRemoteRealmTest, ItsHostEndsItAndSaysWhy) {
  Maker maker({{"/app/main.js", "for (;;);"}});
  maker.Start();
  maker.Await(RealmFrame::kEnforcement);
  maker.io().Run([&] { maker.realm().End("which is shutting down"); });
  EXPECT_EQ(maker.Error(),
            "realm 3 (it) was ended by its host, which is shutting down");
  // And does not wait for a maker that stays.
  EXPECT_TRUE(maker.WaitForEnd().ok());
}

TEST(HostedRemoteRealmTest, APolicyThatCannotBeHeldIsAnError) {
  Maker maker({{"/app/main.js", ""}}, {.policy = {.read = {"/no/such/file"}}});
  maker.Start();
  EXPECT_THAT(maker.Error(),
              HasSubstr("the host of realm 3 (it) cannot run it: cannot grant "
                        "read of '/no/such/file'"));
}

TEST(HostedRemoteRealmTest, FramesThatAreNotInTheProtocolEndIt) {
  for (const auto& [type, payload] :
       std::map<RealmFrame, std::string>{{RealmFrame::kFiles, ""},
                                         {RealmFrame::kStart, "x"},
                                         {RealmFrame::kTerminate, "x"},
                                         {RealmFrame::kEnd, ""},
                                         {RealmFrame::kAskUsage, ""},
                                         {RealmFrame::kMessage, ""},
                                         {static_cast<RealmFrame>(99), ""}}) {
    Maker before({});
    before.Send(type, payload);
    EXPECT_TRUE(absl::IsDataLoss(before.WaitForEnd()));

    // It may have asked for a file, and then this is an answer.
    if (type == RealmFrame::kFiles) continue;
    Maker during({{"/app/main.js", "for (;;);"}});
    during.Start();
    during.Await(RealmFrame::kEnforcement);
    during.Send(type, payload);
    EXPECT_TRUE(absl::IsDataLoss(during.WaitForEnd()));
  }
}

}  // namespace
}  // namespace rt
