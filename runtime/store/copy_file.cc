#include "runtime/store/copy_file.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "runtime/base/eintr.h"
#include "runtime/base/file_replacement.h"
#include "runtime/store/attempt.h"
#include "runtime/store/byte_buffer.h"
#include "runtime/store/descriptor.h"

namespace rt {
namespace {

constexpr size_t kBufferBytes = size_t{256} << 10;

// All of these return 0 or an errno.

// Inside the kernel as far as it can (copy_file_range(2): not between all file
// systems, not from /proc), from and to the descriptors' positions.
int CopyInKernel(const Descriptor& from, const FileReplacement& to,
                 Cancellation& cancellation) {
  if (ioctl(to.fd(), FICLONE, from.fd()) == 0) {
    // It leaves the positions at the start.
    return lseek(from.fd(), 0, SEEK_END) == -1 ? errno : 0;
  }
  ssize_t count = 1;
  while (count > 0) {
    if (cancellation.requested()) return ECANCELED;
    count = RetryOnEintr([&] {
      return copy_file_range(from.fd(), nullptr, to.fd(), nullptr, kPieceBytes,
                             0);
    });
  }
  if (count == 0) return 0;
  const bool is_failure =
      errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO;
  return is_failure ? errno : 0;
}

// What is left behind the position. `write` returns 0 or an errno.
int CopyRest(Descriptor& from, absl::FunctionRef<int(absl::string_view)> write,
             Cancellation& cancellation) {
  ByteBuffer buffer;
  if (!buffer.Resize(kBufferBytes)) return ENOMEM;
  while (true) {
    if (cancellation.requested()) return ECANCELED;
    const ssize_t count = from.Read(buffer.data(), buffer.size(),
                                    Descriptor::kPosition, cancellation);
    if (count == -1) return errno;
    if (count == 0) return 0;
    const int error = write(
        {reinterpret_cast<char*>(buffer.data()), static_cast<size_t>(count)});
    if (error != 0) return error;
  }
}

// To a pipe or a device, which is not replaced and may have to be waited for.
absl::Status CopyToSpecial(const Attempt& attempt, Descriptor& from,
                           Cancellation& cancellation) {
  Descriptor to;
  if (const int error = to.Open(*attempt.dest, O_WRONLY, 0, cancellation);
      error != 0) {
    return attempt.Failed(error, "open");
  }
  const int error = CopyRest(
      from,
      [&](absl::string_view bytes) {
        return to.Write(bytes.data(), bytes.size(), Descriptor::kPosition,
                        cancellation);
      },
      cancellation);
  return error == 0 ? absl::OkStatus() : attempt.Failed(error, "write");
}

absl::Status CopyToFile(const Attempt& attempt, Descriptor& from,
                        bool must_be_new, Cancellation& cancellation) {
  FileReplacement::Options options;
  if (must_be_new) options.expect = FileReplacement::Expect::kNew;
  if (from.is_regular()) options.exact_mode = from.info().st_mode;
  FileReplacement to;
  int error = to.Open(*attempt.dest, options);
  if (error != 0) return attempt.Failed(error, "open");
  if (from.is_regular()) error = CopyInKernel(from, to, cancellation);
  if (error == 0) {
    error = CopyRest(
        from, [&](absl::string_view bytes) { return to.Append(bytes); },
        cancellation);
  }
  if (error != 0) return attempt.Failed(error, "write");
  error = to.Commit();
  return error == 0 ? absl::OkStatus() : attempt.Failed(error, "rename");
}

}  // namespace

absl::Status CopyFile(const std::string& path, const std::string& dest,
                      bool must_be_new, Cancellation& cancellation) {
  const Attempt attempt = {"copy", path, &dest};
  if (cancellation.requested()) return attempt.Failed(ECANCELED, "open");
  Descriptor from;
  if (const int error = from.Open(path, O_RDONLY, 0, cancellation);
      error != 0) {
    return attempt.Failed(error, "open");
  }
  struct stat old;
  if (stat(dest.c_str(), &old) == 0 && !must_be_new) {
    const bool is_same =
        old.st_dev == from.info().st_dev && old.st_ino == from.info().st_ino;
    // Written in place, it would lose what is to be copied.
    if (is_same) return absl::OkStatus();
    if (!S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) {
      return CopyToSpecial(attempt, from, cancellation);
    }
  }
  return CopyToFile(attempt, from, must_be_new, cancellation);
}

}  // namespace rt
