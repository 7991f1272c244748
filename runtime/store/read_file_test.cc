#include "runtime/store/read_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/worker_pool.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

std::string Read(const std::string& path) {
  Cancellation never;
  const auto bytes = ReadWholeFile(path, never);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  if (!bytes.ok()) return "";
  return std::string(reinterpret_cast<const char*>(bytes->data()),
                     bytes->size());
}

// `size` bytes without a period that a lost or doubled piece could hide in.
std::string Pattern(size_t size) {
  std::string bytes;
  for (size_t i = 0; bytes.size() < size; ++i) bytes += std::to_string(i * i);
  bytes.resize(size);
  return bytes;
}

TEST(ReadFileTest, GivesEveryByte) {
  const TempFolder folder;
  WriteFile(folder / "zeros", std::string("a\0\xff\0", 4));
  WriteFile(folder / "empty", "");
  const std::string large = Pattern(9'000'000);
  WriteFile(folder / "large", large);
  EXPECT_EQ(Read(folder / "zeros"), std::string("a\0\xff\0", 4));
  EXPECT_EQ(Read(folder / "empty"), "");
  EXPECT_TRUE(Read(folder / "large") == large);
}

TEST(ReadFileTest, AFileOfProcSaysThatItIsEmptyAndIsNot) {
  EXPECT_EQ(Read("/proc/sys/kernel/ostype"), "Linux\n");
}

TEST(ReadFileTest, APipeIsReadUntilItsWriterClosesIt) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const size_t size : {0, 1, 65'535, 65'536, 65'537, 1'000'003}) {
    std::thread writer([&] { WriteFile(folder / "pipe", Pattern(size)); });
    EXPECT_EQ(Read(folder / "pipe"), Pattern(size));
    writer.join();
  }
}

TEST(ReadFileTest, AGrowingFileGivesWhatItHasAtLeast) {
  const TempFolder folder;
  const std::string all = Pattern(4'000'000);
  WriteFile(folder / "a", all.substr(0, 1000));
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (size_t size = 1000; size < all.size(); size += 1000) {
      FILE* const file = fopen((folder / "a").c_str(), "a");
      fwrite(all.data() + size, 1, 1000, file);
      fclose(file);
    }
    done = true;
  });
  while (!done) {
    const std::string read = Read(folder / "a");
    EXPECT_GE(read.size(), 1000u);
    EXPECT_TRUE(read == all.substr(0, read.size()));
  }
  writer.join();
}

TEST(ReadFileTest, ErrorsSayWhatWasTried) {
  const TempFolder folder;
  Cancellation never;
  const absl::Status missing = ReadWholeFile(folder / "no", never).status();
  EXPECT_EQ(missing.message(), "cannot read '" + (folder / "no") +
                                   "': No such file or directory (ENOENT)");
  EXPECT_EQ(GetErrorPayload(missing, kErrorCode), "ENOENT");
  EXPECT_EQ(GetErrorPayload(missing, kErrorPath), folder / "no");
  EXPECT_EQ(GetErrorPayload(missing, kErrorSyscall), "open");
  EXPECT_EQ(ReadWholeFile(folder.path(), never).status().message(),
            "cannot read '" + folder.path() + "': Is a directory (EISDIR)");
}

TEST(ReadFileTest, APipeThatNobodyWritesToCanBeGivenUp) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  Cancellation cancellation;
  std::thread other([&] { cancellation.Request(); });
  const absl::Status status =
      ReadWholeFile(folder / "pipe", cancellation).status();
  other.join();
  EXPECT_EQ(GetErrorPayload(status, kErrorCode), "ECANCELED");
}

TEST(ReadFileTest, TenThousandAtOnceNeedFewDescriptors) {
  const TempFolder folder;
  WriteFile(folder / "a", "content");
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &old_limit), 0);
  const rlimit limit = {32, old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  std::atomic<int> right = 0;
  Cancellation never;
  {
    WorkerPool pool({});
    for (int i = 0; i < 10'000; ++i) {
      pool.Post([&] {
        const auto bytes = ReadWholeFile(folder / "a", never);
        if (bytes.ok() && bytes->size() == 7) ++right;
      });
    }
  }
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &old_limit), 0);
  EXPECT_EQ(right, 10'000);
}

// Sixty-four readers of pipes wait, one more is refused, and the disk is read
// all the while.
TEST(ReadFileTest, PipesThatNobodyWritesToDoNotHoldTheDiskUp) {
  const TempFolder folder;
  WriteFile(folder / "a", "content");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::atomic<int> cancelled = 0;
  std::atomic<int> refused = 0;
  std::atomic<int> read = 0;
  Cancellation never;
  Cancellation end;
  const auto end_when_all_is_seen = [&] {
    if (read + refused == 106) end.Request();
  };
  {
    WorkerPool pool({});
    for (int i = 0; i < 70; ++i) {
      pool.Post([&] {
        const absl::Status status =
            ReadWholeFile(folder / "pipe", end).status();
        const std::string code = GetErrorPayload(status, kErrorCode);
        if (code == "ECANCELED") ++cancelled;
        if (code == "EAGAIN") ++refused;
        end_when_all_is_seen();
      });
    }
    for (int i = 0; i < 100; ++i) {
      pool.Post([&] {
        if (ReadWholeFile(folder / "a", never).ok()) ++read;
        end_when_all_is_seen();
      });
    }
  }
  EXPECT_EQ(read, 100);
  EXPECT_EQ(cancelled, 64);
  EXPECT_EQ(refused, 6);
}

}  // namespace
}  // namespace rt
