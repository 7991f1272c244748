#include "runtime/base/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace rt {
namespace {

// The folder that a path's last part lies in.
std::string Folder(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string Advice(int error, const std::string& path) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::StrCat("make the folder ", Folder(path),
                          " first or choose another file");
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StrCat(
          "choose a file in a folder that you may write to, or "
          "get leave to write to ",
          Folder(path));
    case ENOSPC:
    case EDQUOT:
      return "free some space or choose a file on another disk";
    case EFBIG:
      return "raise the file size limit (ulimit -f) or choose another disk";
    case EISDIR:
      return "that is a folder: name a file in it";
    case ENAMETOOLONG:
      return "choose a shorter name";
    case EMFILE:
    case ENFILE:
      return "too many files are open: raise the limit (ulimit -n)";
    default:
      return "choose another file";
  }
}

absl::Status Error(int error, const std::string& path) {
  const absl::Status status = absl::ErrnoToStatus(error, "");
  return absl::Status(status.code(),
                      absl::StrCat("can't write ", path, ": ", strerror(error),
                                   "; ", Advice(error, path)));
}

}  // namespace

absl::StatusOr<AtomicFile> AtomicFile::Create(std::string path) {
  AtomicFile file(std::move(path));
  // It costs 4 ms for a megabyte; a full disk that is found out later, or an
  // empty file after a power cut, would cost more.
  const int error = file.replacement_.Open(file.path_, {.sync = true});
  if (error != 0) return Error(error, file.path_);
  return file;
}

absl::Status AtomicFile::Append(std::string_view bytes) {
  const int error = replacement_.Append({bytes.data(), bytes.size()});
  return error == 0 ? absl::OkStatus() : Error(error, path_);
}

absl::Status AtomicFile::Commit() {
  const int error = replacement_.Commit();
  return error == 0 ? absl::OkStatus() : Error(error, path_);
}

}  // namespace rt
