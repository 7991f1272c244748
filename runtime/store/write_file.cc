#include "runtime/store/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/base/eintr.h"
#include "runtime/store/attempt.h"
#include "runtime/store/descriptor.h"

namespace rt {
namespace {

using Expect = FileReplacement::Expect;

// There, and neither a regular file nor a folder.
bool IsSpecial(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) &&
         !S_ISDIR(info.st_mode);
}

absl::string_view FirstPiece(absl::string_view bytes) {
  return bytes.substr(0, kPieceBytes);
}

absl::Status WriteInPlace(const Attempt& attempt, absl::string_view bytes,
                          const WriteFileOptions& options,
                          Cancellation& cancellation) {
  int flags = O_WRONLY;
  if (options.append) flags |= O_APPEND;
  if (options.expect != Expect::kExisting) flags |= O_CREAT;
  if (options.expect == Expect::kNew) flags |= O_EXCL;
  Descriptor file;
  if (const int error =
          file.Open(attempt.path, flags, options.mode, cancellation);
      error != 0) {
    return attempt.Failed(error, "open");
  }
  for (; !bytes.empty(); bytes.remove_prefix(FirstPiece(bytes).size())) {
    if (cancellation.requested()) return attempt.Failed(ECANCELED, "write");
    const absl::string_view piece = FirstPiece(bytes);
    if (const int error = file.Write(piece.data(), piece.size(),
                                     Descriptor::kPosition, cancellation);
        error != 0) {
      return attempt.Failed(error, "write");
    }
  }
  if (options.sync && file.is_regular() &&
      RetryOnEintr([&] { return fdatasync(file.fd()); }) == -1) {
    return attempt.Failed(errno, "fdatasync");
  }
  const int error = file.Close();
  return error == 0 ? absl::OkStatus() : attempt.Failed(error, "close");
}

absl::Status Replace(const Attempt& attempt, absl::string_view bytes,
                     const WriteFileOptions& options,
                     Cancellation& cancellation) {
  FileReplacement file;
  if (const int error = file.Open(attempt.path, {.expect = options.expect,
                                                 .mode = options.mode,
                                                 .sync = options.sync});
      error != 0) {
    return attempt.Failed(error, "open");
  }
  for (; !bytes.empty(); bytes.remove_prefix(FirstPiece(bytes).size())) {
    if (cancellation.requested()) return attempt.Failed(ECANCELED, "write");
    if (const int error = file.Append(FirstPiece(bytes)); error != 0) {
      return attempt.Failed(error, "write");
    }
  }
  const int error = file.Commit();
  return error == 0 ? absl::OkStatus() : attempt.Failed(error, "rename");
}

}  // namespace

absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes,
                            const WriteFileOptions& options,
                            Cancellation& cancellation) {
  const Attempt attempt = {options.append ? "append to" : "write", path};
  if (cancellation.requested()) return attempt.Failed(ECANCELED, "open");
  return options.append || IsSpecial(path)
             ? WriteInPlace(attempt, bytes, options, cancellation)
             : Replace(attempt, bytes, options, cancellation);
}

}  // namespace rt
