#ifndef RUNTIME_LOADER_RESOLVE_FILE_TREE_H_
#define RUNTIME_LOADER_RESOLVE_FILE_TREE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace rt {

class Interruption;

// What the resolver asks of a file system: an interface only so that the fuzzer
// can lay out trees of any shape without a disk. Paths are absolute. A failure
// is that of the system call, as ErrnoStatus() says it. Blocks; any thread.
class FileTree {
 public:
  enum class Kind { kMissing, kFile, kFolder };

  virtual ~FileTree() = default;

  // What the path leads to, through symbolic links. kFile is all that can be
  // read: also a pipe or a device. Fails where that can't be told, as behind a
  // folder without permission.
  virtual absl::StatusOr<Kind> Find(const std::string& path) = 0;

  // The path without symbolic links, "." and "..". The file exists.
  virtual absl::StatusOr<std::string> RealPath(const std::string& path) = 0;

  virtual absl::StatusOr<std::string> Read(const std::string& path) = 0;

  // The same for what must not keep anyone waiting: fails for what is no
  // regular file, and for one of more than `limit` bytes.
  virtual absl::StatusOr<std::string> ReadRegular(const std::string& path,
                                                  size_t limit);
};

// The file system of this machine. What is no regular file, such as a pipe, is
// waited for until its writers have closed it, or until `interruption` is
// requested: the error is then ECANCELED's.
std::unique_ptr<FileTree> NewDiskFileTree(Interruption& interruption);

// A file of this machine that can be read at any time without waiting. Fails
// for one that is not regular, and for one of more than `limit` bytes.
absl::StatusOr<std::string> ReadRegularFile(const std::string& path,
                                            size_t limit = SIZE_MAX);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_FILE_TREE_H_
