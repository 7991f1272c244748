#ifndef RUNTIME_STORE_FILE_INFO_H_
#define RUNTIME_STORE_FILE_INFO_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

namespace rt {

// The names are those that JavaScript sees; kUnknown is what the kernel does
// not tell.
enum class FileType : uint8_t {
  kUnknown,
  kFile,
  kDirectory,
  kSymlink,
  kPipe,
  kSocket,
  kCharacterDevice,
  kBlockDevice,
};

// From the type bits of a st_mode (inode(7)).
FileType FileTypeOfMode(uint32_t mode);

// What the file system tells about a file. Times are nanoseconds since
// 1970-01-01 00:00 UTC.
struct FileInfo {
  FileType type = FileType::kUnknown;
  uint32_t permissions = 0;  // the lowest 12 bits of st_mode
  uint64_t size = 0;         // bytes
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t links = 0;
  uint32_t user = 0;
  uint32_t group = 0;
  int64_t accessed_ns = 0;
  int64_t modified_ns = 0;
  int64_t changed_ns = 0;
  std::optional<int64_t> born_ns;  // not every file system keeps it
};

// Block. Errors: "cannot stat 'path': ...".
absl::StatusOr<FileInfo> GetFileInfo(const std::string& path, bool follow_link);
// Of an open file; `path` is for the message.
absl::StatusOr<FileInfo> GetFileInfo(int fd, const std::string& path);

}  // namespace rt

#endif  // RUNTIME_STORE_FILE_INFO_H_
