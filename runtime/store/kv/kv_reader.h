#ifndef RUNTIME_STORE_KV_KV_READER_H_
#define RUNTIME_STORE_KV_KV_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/store/kv/kv_entry.h"
#include "runtime/store/kv/sqlite.h"

namespace rt {

// Reads entries over one connection, as it is used: by one thread at a time.
// What has expired by `now_ms` is not there.
class KvReader {
 public:
  // The connection outlives it.
  explicit KvReader(SqliteConnection& connection);

  // No value where there is no such entry. The bytes of a value that is larger
  // than `most_bytes` are left out; `size` tells.
  absl::StatusOr<std::optional<KvEntry>> Get(absl::string_view store,
                                             absl::string_view key,
                                             int64_t now_ms, size_t most_bytes);

  // 0 where there is none.
  absl::StatusOr<KvVersion> Version(absl::string_view store,
                                    absl::string_view key, int64_t now_ms);

  absl::StatusOr<KvList> List(absl::string_view store,
                              const KvListOptions& options, int64_t now_ms);

 private:
  SqliteStatement get_;
  SqliteStatement version_;
  SqliteStatement list_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_KV_KV_READER_H_
