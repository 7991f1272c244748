#include "runtime/store/write_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/copy_file.h"
#include "runtime/store/worker_pool.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::ElementsAre;
using Expect = FileReplacement::Expect;

absl::Status Write(const std::string& path, absl::string_view bytes,
                   const WriteFileOptions& options = {}) {
  Cancellation never;
  return WriteWholeFile(path, bytes, options, never);
}

absl::Status Copy(const std::string& from, const std::string& to,
                  bool must_be_new = false) {
  Cancellation never;
  return CopyFile(from, to, must_be_new, never);
}

std::string Code(const absl::Status& status) {
  return GetErrorPayload(status, kErrorCode);
}

mode_t Mode(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return info.st_mode & 07777;
}

// Runs `work` on a worker, with files limited to `bytes`. SIGXFSZ is not
// ignored: the worker must be safe from it.
absl::Status WithFileSizeLimit(rlim_t bytes,
                               absl::AnyInvocable<absl::Status()> work) {
  absl::Status status;
  rlimit old_limit;
  EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit limit = {bytes, old_limit.rlim_max};
  EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  {
    WorkerPool({}).Post([&] { status = work(); });
  }
  EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  return status;
}

TEST(WriteFileTest, WritesAndReplaces) {
  const TempFolder folder;
  const std::string large(20'000'000, 'x');
  EXPECT_EQ(Write(folder / "a", large), absl::OkStatus());
  EXPECT_TRUE(ReadFile(folder / "a") == large);
  EXPECT_EQ(Write(folder / "a", "", {.sync = true}), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "");
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

TEST(WriteFileTest, AppendsAndMakesTheFileIfItMay) {
  const TempFolder folder;
  const WriteFileOptions append = {.append = true, .mode = 0600};
  EXPECT_EQ(Write(folder / "a", "one ", append), absl::OkStatus());
  EXPECT_EQ(Write(folder / "a", "two", append), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "one two");
  EXPECT_EQ(Mode(folder / "a"), 0600u);
  EXPECT_EQ(Code(Write(folder / "b", "",
                       {.append = true, .expect = Expect::kExisting})),
            "ENOENT");
  EXPECT_EQ(
      Code(Write(folder / "a", "", {.append = true, .expect = Expect::kNew})),
      "EEXIST");
}

TEST(WriteFileTest, ErrorsSayWhatWasTried) {
  const TempFolder folder;
  EXPECT_EQ(Write(folder / "no/a", "").message(),
            "cannot write '" + (folder / "no/a") +
                "': No such file or directory (ENOENT)");
  EXPECT_EQ(
      Write(folder.path(), "", {.append = true}).message(),
      "cannot append to '" + folder.path() + "': Is a directory (EISDIR)");
  EXPECT_EQ(Write("/dev/full", "x").message(),
            "cannot write '/dev/full': No space left on device (ENOSPC)");
}

TEST(WriteFileTest, BeyondTheFileSizeLimitTheOldFileStaysWhole) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  const std::string large(200'000, 'x');
  EXPECT_EQ(Code(WithFileSizeLimit(100'000,
                                   [&] { return Write(folder / "a", large); })),
            "EFBIG");
  EXPECT_EQ(ReadFile(folder / "a"), "old");
  EXPECT_EQ(Code(WithFileSizeLimit(
                100'000,
                [&] { return Write(folder / "a", large, {.append = true}); })),
            "EFBIG");
  EXPECT_EQ(ReadFile(folder / "a").substr(0, 3), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("a"));
}

TEST(WriteFileTest, GivenUpItLeavesTheOldFileWhole) {
  const TempFolder folder;
  WriteFile(folder / "a", "old");
  Cancellation cancellation;
  cancellation.Request();
  EXPECT_EQ(Code(WriteWholeFile(folder / "a", "new", {}, cancellation)),
            "ECANCELED");
  EXPECT_EQ(ReadFile(folder / "a"), "old");
}

TEST(WriteFileTest, APipeIsWaitedForUntilSomebodyReadsIt) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const std::string large(1'000'000, 'x');
  std::string read;
  std::thread reader([&] { read = ReadFile(folder / "pipe"); });
  EXPECT_EQ(Write(folder / "pipe", large), absl::OkStatus());
  reader.join();
  EXPECT_TRUE(read == large);

  Cancellation cancellation;
  std::thread other([&] { cancellation.Request(); });
  EXPECT_EQ(Code(WriteWholeFile(folder / "pipe", "x", {}, cancellation)),
            "ECANCELED");
  other.join();
}

TEST(CopyFileTest, CopiesContentAndPermissionsAlsoOverAFile) {
  const TempFolder folder;
  const std::string large(20'000'000, 'x');
  WriteFile(folder / "a", large);
  ASSERT_EQ(chmod((folder / "a").c_str(), 0751), 0);
  WriteFile(folder / "b", "old");
  EXPECT_EQ(Copy(folder / "a", folder / "b"), absl::OkStatus());
  EXPECT_TRUE(ReadFile(folder / "b") == large);
  EXPECT_EQ(Mode(folder / "b"), 0751u);
  EXPECT_EQ(Code(Copy(folder / "a", folder / "b", true)), "EEXIST");
  EXPECT_EQ(Copy(folder / "a", folder / "c", true), absl::OkStatus());
  EXPECT_THAT(folder.Names(), ElementsAre("a", "b", "c"));
}

TEST(CopyFileTest, CopiesFromProcAndToAPipe) {
  const TempFolder folder;
  EXPECT_EQ(Copy("/proc/sys/kernel/ostype", folder / "a"), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "Linux\n");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = ReadFile(folder / "pipe"); });
  EXPECT_EQ(Copy(folder / "a", folder / "pipe"), absl::OkStatus());
  reader.join();
  EXPECT_EQ(read, "Linux\n");
}

TEST(CopyFileTest, ACopyOntoItselfChangesNothing) {
  const TempFolder folder;
  WriteFile(folder / "a", "content");
  ASSERT_EQ(symlink("a", (folder / "link").c_str()), 0);
  EXPECT_EQ(Copy(folder / "a", folder / "link"), absl::OkStatus());
  EXPECT_EQ(ReadFile(folder / "a"), "content");
  EXPECT_EQ(Code(Copy(folder / "a", folder / "a", true)), "EEXIST");
}

TEST(CopyFileTest, WhatFailsLeavesTheOldFileWhole) {
  const TempFolder folder;
  WriteFile(folder / "a", std::string(200'000, 'x'));
  WriteFile(folder / "b", "old");
  const absl::Status too_large = WithFileSizeLimit(
      100'000, [&] { return Copy(folder / "a", folder / "b"); });
  EXPECT_EQ(too_large.message(), "cannot copy '" + (folder / "a") + "' to '" +
                                     (folder / "b") +
                                     "': File too large (EFBIG)");
  EXPECT_EQ(GetErrorPayload(too_large, kErrorPath), folder / "a");
  EXPECT_EQ(GetErrorPayload(too_large, kErrorDest), folder / "b");
  EXPECT_EQ(Code(Copy(folder / "no", folder / "b")), "ENOENT");
  EXPECT_EQ(Code(Copy(folder.path(), folder / "b")), "EISDIR");
  EXPECT_EQ(ReadFile(folder / "b"), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace rt
