#include "runtime/store/folder_entries.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "absl/strings/string_view.h"
#include "runtime/base/eintr.h"
#include "runtime/store/attempt.h"

namespace rt {
namespace {

FileType TypeOf(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return FileTypeOfMode(DTTOIF(entry.d_type));
  // Not every file system keeps the type beside the name.
  struct stat info;
  return fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0
             ? FileTypeOfMode(info.st_mode)
             : FileType::kUnknown;
}

}  // namespace

int ListFolder(UniqueFd folder, std::vector<FolderEntry>& entries) {
  const std::unique_ptr<DIR, decltype(&closedir)> stream(
      fdopendir(folder.get()), &closedir);
  if (stream == nullptr) return errno;
  const int fd = folder.Release();  // the stream's now
  while (true) {
    errno = 0;
    const dirent* const entry = readdir(stream.get());
    if (entry == nullptr) break;
    const absl::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back({std::string(name), TypeOf(fd, *entry)});
  }
  if (errno != 0) return errno;
  std::sort(entries.begin(), entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) {
              return a.name < b.name;
            });
  return 0;
}

absl::StatusOr<std::vector<FolderEntry>> ReadFolder(const std::string& path) {
  const Attempt attempt = {"read the folder", path};
  UniqueFd folder(RetryOnEintr(
      [&] { return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!folder.valid()) return attempt.Failed(errno, "open");
  std::vector<FolderEntry> entries;
  if (const int error = ListFolder(std::move(folder), entries); error != 0) {
    return attempt.Failed(error, "getdents64");
  }
  return entries;
}

}  // namespace rt
