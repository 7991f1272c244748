#include "runtime/store/open_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

constexpr int64_t kPosition = Descriptor::kPosition;

WorkerPool& Pool() { return WorkerPool::Shared(); }

std::string Text(const absl::StatusOr<ByteBuffer>& bytes) {
  if (!bytes.ok()) return GetErrorPayload(bytes.status(), kErrorCode);
  return std::string(reinterpret_cast<const char*>(bytes->data()),
                     bytes->size());
}

ptrdiff_t OpenDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

TEST(OpenFileTest, ReadsAndWritesAtThePositionAndElsewhere) {
  const TempFolder folder;
  OpenFile file(folder / "a", Pool());
  ASSERT_EQ(file.Open({.write = true,
                       .expect = FileReplacement::Expect::kAny,
                       .mode = 0600}),
            absl::OkStatus());
  EXPECT_EQ(file.Write("hello world", kPosition), absl::OkStatus());
  EXPECT_EQ(file.Write("W", 6), absl::OkStatus());
  EXPECT_EQ(Text(file.Read(100, kPosition)), "");
  EXPECT_EQ(Text(file.Read(5, 6)), "World");
  EXPECT_EQ(file.Write("!", kPosition), absl::OkStatus());
  EXPECT_EQ(Text(file.Read(100, 0)), "hello World!");
  EXPECT_EQ(file.Stat()->size, 12u);
  EXPECT_EQ(file.Truncate(5), absl::OkStatus());
  EXPECT_EQ(file.Sync(), absl::OkStatus());
  EXPECT_EQ(file.Close(), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "hello");
}

TEST(OpenFileTest, AppendingGoesToTheEndAndTruncatingEmpties) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  OpenFile append(folder / "a", Pool());
  ASSERT_EQ(append.Open({.read = false, .append = true}), absl::OkStatus());
  WriteFile(folder / "a", "much longer");
  EXPECT_EQ(append.Write("!", kPosition), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "much longer!");
  OpenFile truncate(folder / "a", Pool());
  ASSERT_EQ(truncate.Open({.write = true, .truncate = true}), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "");
}

TEST(OpenFileTest, ErrorsSayWhatWasTried) {
  const TempFolder folder;
  const std::string path = folder / "a";
  EXPECT_EQ(OpenFile(path, Pool()).Open({}).message(),
            "cannot open '" + path +
                "' for reading: No such file or directory (ENOENT)");
  EXPECT_EQ(OpenFile(folder.path(), Pool()).Open({.write = true}).message(),
            "cannot open '" + folder.path() +
                "' for reading and writing: Is a directory (EISDIR)");
  WriteFile(path, "");
  OpenFile file(path, Pool());
  ASSERT_EQ(file.Open({}), absl::OkStatus());
  EXPECT_EQ(file.Write("x", kPosition).message(),
            "cannot write '" + path + "': Bad file descriptor (EBADF)");
  EXPECT_EQ(OpenFile(path, Pool())
                .Open({.expect = FileReplacement::Expect::kNew})
                .message(),
            "cannot open '" + path + "' for reading: File exists (EEXIST)");
}

TEST(OpenFileTest, NothingWorksAfterClose) {
  const TempFolder folder;
  for (const bool is_pipe : {false, true}) {
    const std::string path = folder / (is_pipe ? "pipe" : "file");
    if (is_pipe) {
      ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    } else {
      WriteFile(path, "");
    }
    OpenFile file(path, Pool());
    ASSERT_EQ(file.Open({.write = true}), absl::OkStatus());
    ASSERT_EQ(file.Close(), absl::OkStatus());
    EXPECT_EQ(file.Read(1, kPosition).status().message(),
              "cannot read '" + path +
                  "' after it was closed: Bad file descriptor (EBADF)");
    for (const absl::Status& status :
         {file.Write("", kPosition), file.Write("x", 0), file.Truncate(0),
          file.Sync(), file.Stat().status(), file.Close()}) {
      EXPECT_EQ(GetErrorPayload(status, kErrorCode), "EBADF") << status;
    }
  }
}

TEST(OpenFileTest, PostedWorkRunsInOrderOneAtATime) {
  const TempFolder folder;
  const auto file = std::make_shared<OpenFile>(folder / "a", Pool());
  absl::Notification done;
  file->Post([file] {
    EXPECT_TRUE(
        file->Open({.write = true, .expect = FileReplacement::Expect::kAny})
            .ok());
  });
  std::string all;
  for (int i = 0; i < 1000; ++i) {
    all += std::to_string(i);
    file->Post([file, i] {
      EXPECT_TRUE(file->Write(std::to_string(i), kPosition).ok());
    });
  }
  file->Post([&, file] { done.Notify(); });
  done.WaitForNotification();
  EXPECT_EQ(ReadFile(folder / "a"), all);
}

TEST(OpenFileTest, AnInterruptedReadOfAPipeEndsAndWritesGoOn) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  OpenFile file(folder / "pipe", Pool());
  ASSERT_EQ(file.Open({.write = true}), absl::OkStatus());
  std::thread other([&] { file.InterruptReads(); });
  EXPECT_EQ(Text(file.Read(10, kPosition)), "ECANCELED");
  other.join();
  EXPECT_EQ(file.Write("x", kPosition), absl::OkStatus());
  // A pipe that is full has to be waited for.
  std::thread another([&] { file.Interrupt(); });
  EXPECT_EQ(GetErrorPayload(file.Write(std::string(1 << 20, 'x'), kPosition),
                            kErrorCode),
            "ECANCELED");
  another.join();
}

TEST(OpenFileTest, OneThatGoesClosesItsDescriptor) {
  const TempFolder folder;
  WriteFile(folder / "a", "");
  const ptrdiff_t before = OpenDescriptors();
  for (int i = 0; i < 1000; ++i) {
    OpenFile file(folder / "a", Pool());
    ASSERT_EQ(file.Open({}), absl::OkStatus());
    EXPECT_EQ(OpenDescriptors(), before + 1);
  }
  EXPECT_EQ(OpenDescriptors(), before);
}

}  // namespace
}  // namespace rt
