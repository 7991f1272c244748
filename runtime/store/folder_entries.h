#ifndef RUNTIME_STORE_FOLDER_ENTRIES_H_
#define RUNTIME_STORE_FOLDER_ENTRIES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/base/unique_fd.h"
#include "runtime/store/file_info.h"

namespace rt {

struct FolderEntry {
  std::string name;  // bytes, without the folder
  // Of a symbolic link: kSymlink. kUnknown for what vanished meanwhile.
  FileType type;
};

// What a folder holds but "." and "..", ordered by the bytes of the names.
// Takes the folder's descriptor over. Returns 0 or an errno. Blocks.
int ListFolder(UniqueFd folder, std::vector<FolderEntry>& entries);

// The same for a path; a symbolic link is followed. Errors: "cannot read the
// folder 'path': ...".
absl::StatusOr<std::vector<FolderEntry>> ReadFolder(const std::string& path);

}  // namespace rt

#endif  // RUNTIME_STORE_FOLDER_ENTRIES_H_
