#include "runtime/store/open_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "runtime/base/eintr.h"
#include "runtime/store/attempt.h"

namespace rt {
namespace {

using Expect = FileReplacement::Expect;

int Flags(const OpenFile::Options& options) {
  const bool write = options.write || options.append;
  int flags = options.read ? (write ? O_RDWR : O_RDONLY) : O_WRONLY;
  if (options.append) flags |= O_APPEND;
  if (options.truncate) flags |= O_TRUNC;
  if (options.expect != Expect::kExisting) flags |= O_CREAT;
  if (options.expect == Expect::kNew) flags |= O_EXCL;
  return flags;
}

const char* Purpose(const OpenFile::Options& options) {
  if (!options.write && !options.append) return " for reading";
  return options.read ? " for reading and writing" : " for writing";
}

}  // namespace

OpenFile::OpenFile(std::string path, WorkerPool& pool)
    : path_(std::move(path)), queue_(pool) {}

absl::Status OpenFile::Failed(const char* verb, int error,
                              const char* syscall) const {
  const char* const when = descriptor_.is_open() ? "" : " after it was closed";
  return Attempt{verb, path_, nullptr, when}.Failed(error, syscall);
}

absl::Status OpenFile::Open(const Options& options, const std::string& way) {
  const int error =
      descriptor_.Open(way, Flags(options), options.mode, writing_);
  if (error == 0) return absl::OkStatus();
  return Attempt{"open", path_, nullptr, Purpose(options)}.Failed(error,
                                                                  "open");
}

absl::StatusOr<ByteBuffer> OpenFile::Read(size_t size, int64_t at) {
  ByteBuffer bytes;
  if (!bytes.Resize(std::min(size, kPieceBytes))) {
    return Failed("read", ENOMEM, "read");
  }
  const ssize_t count =
      descriptor_.Read(bytes.data(), bytes.size(), at, reading_);
  if (count == -1) return Failed("read", errno, "read");
  bytes.Resize(static_cast<size_t>(count));
  return bytes;
}

absl::Status OpenFile::Write(absl::string_view bytes, int64_t at) {
  const int error = descriptor_.Write(bytes.data(), bytes.size(), at, writing_);
  return error == 0 ? absl::OkStatus() : Failed("write", error, "write");
}

absl::StatusOr<FileInfo> OpenFile::Stat() {
  if (!descriptor_.is_open()) return Failed("stat", EBADF, "statx");
  return GetFileInfo(descriptor_.fd(), path_);
}

absl::Status OpenFile::Truncate(int64_t size) {
  const int result =
      RetryOnEintr([&] { return ftruncate(descriptor_.fd(), size); });
  return result == 0 ? absl::OkStatus()
                     : Failed("truncate", errno, "ftruncate");
}

absl::Status OpenFile::Sync() {
  const int result = RetryOnEintr([&] { return fsync(descriptor_.fd()); });
  return result == 0 ? absl::OkStatus() : Failed("sync", errno, "fsync");
}

absl::Status OpenFile::Close() {
  if (!descriptor_.is_open()) return Failed("close", EBADF, "close");
  const int error = descriptor_.Close();
  if (error == 0) return absl::OkStatus();
  return Attempt{"close", path_}.Failed(error, "close");
}

}  // namespace rt
