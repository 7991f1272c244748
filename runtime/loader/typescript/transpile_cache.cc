#include "runtime/loader/typescript/transpile_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/base/file_replacement.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/loader/typescript/content_hash.h"

namespace rt {
namespace {

// An entry: this line, the hash of key and texts, the size of the code, the
// code and the map.
constexpr absl::string_view kMagic = "rt transpiled 1\n";
constexpr size_t kHashSize = 64;
constexpr size_t kNumberSize = sizeof(uint64_t);
constexpr size_t kHeaderSize = kMagic.size() + kHashSize + kNumberSize;

// A use is noted once a day, so that a hit is not a write.
constexpr time_t kDay = 24 * 60 * 60;

std::string Environment(const char* name) {
  const char* const value = getenv(name);
  return value == nullptr ? "" : value;
}

void NoteUse(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && info.st_mtime + kDay < time(nullptr)) {
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  }
}

}  // namespace

TranspileCache TranspileCache::FromEnvironment() {
  if (const char* const chosen = getenv("RT_CACHE_DIR")) {
    return TranspileCache(chosen);
  }
  // A relative one is to be ignored, by the XDG Base Directory Specification.
  const std::string cache = Environment("XDG_CACHE_HOME");
  if (absl::StartsWith(cache, "/")) {
    return TranspileCache(absl::StrCat(cache, "/rt"));
  }
  const std::string home = Environment("HOME");
  return TranspileCache(absl::StartsWith(home, "/")
                            ? absl::StrCat(home, "/.cache/rt")
                            : std::string());
}

TranspileCache::TranspileCache(const std::string& folder)
    : folder_(folder.empty() ? "" : absl::StrCat(folder, "/transpiled")) {}

std::string TranspileCache::PathOf(const std::string& key) const {
  return absl::StrCat(folder_, "/", key);
}

std::optional<Transpiled> TranspileCache::Read(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const absl::StatusOr<std::string> entry = ReadRegularFile(PathOf(key));
  if (!entry.ok() || entry->size() < kHeaderSize) return std::nullopt;
  absl::string_view rest = *entry;
  if (!absl::ConsumePrefix(&rest, kMagic)) return std::nullopt;
  const absl::string_view hash = rest.substr(0, kHashSize);
  rest.remove_prefix(kHashSize);
  uint64_t code_size;
  memcpy(&code_size, rest.data(), kNumberSize);
  rest.remove_prefix(kNumberSize);
  if (code_size > rest.size()) return std::nullopt;
  const absl::string_view code = rest.substr(0, code_size);
  const absl::string_view map = rest.substr(code_size);
  // With the key, so that an entry under another one's name is none.
  if (ContentHash({key, code, map}) != hash) return std::nullopt;
  NoteUse(PathOf(key));
  return Transpiled{std::string(code), std::string(map)};
}

void TranspileCache::Write(const std::string& key,
                           const Transpiled& transpiled) const {
  if (folder_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  const uint64_t code_size = transpiled.code.size();
  const std::string header =
      absl::StrCat(kMagic, ContentHash({key, transpiled.code, transpiled.map}),
                   absl::string_view(reinterpret_cast<const char*>(&code_size),
                                     kNumberSize));
  FileReplacement file;
  const bool written = file.Open(PathOf(key), {}) == 0 &&
                       file.Append(header) == 0 &&
                       file.Append(transpiled.code) == 0 &&
                       file.Append(transpiled.map) == 0 && file.Commit() == 0;
  // Keys are as good as random.
  if (written && absl::StartsWith(key, "00")) Prune(kMaxBytes);
}

void TranspileCache::Prune(int64_t max_bytes) const {
  struct Entry {
    std::filesystem::file_time_type used;
    int64_t bytes;
    std::filesystem::path path;
  };
  std::vector<Entry> entries;
  int64_t total = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator file(folder_, error), end;
       !error && file != end; file.increment(error)) {
    std::error_code gone;
    Entry entry = {file->last_write_time(gone), 0, file->path()};
    entry.bytes = static_cast<int64_t>(file->file_size(gone));
    if (gone) continue;
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  if (total <= max_bytes) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= max_bytes / 2) break;
    std::filesystem::remove(entry.path, error);
    total -= entry.bytes;
  }
}

}  // namespace rt
