#ifndef RUNTIME_STORE_KV_KV_ENTRY_H_
#define RUNTIME_STORE_KV_KV_ENTRY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/store/stored_value.h"

namespace rt {

// What a key-value store holds and what may be asked of it, as plain data. Keys
// and names of stores are UTF-8; keys are ordered by their bytes, which is the
// order of their characters' code points.
//
// Times are milliseconds since 1970: what expires must do so in another process
// and after a restart as well.

inline constexpr size_t kMaxKvNameBytes = 255;
inline constexpr size_t kMaxKvKeyBytes = 2048;
inline constexpr size_t kMaxKvValueBytes = size_t{16} << 20;
inline constexpr size_t kMaxKvBatchWrites = 1000;
inline constexpr size_t kMaxKvBatchBytes = size_t{64} << 20;
inline constexpr size_t kMaxKvListEntries = 1000;
// A page of a list ends early where its values are larger than this.
inline constexpr size_t kMaxKvListBytes = size_t{4} << 20;

// The version of an entry is that of the write that made it: greater than that
// of any earlier write to any store of the database, and never 0.
using KvVersion = int64_t;

struct KvEntry {
  std::string key;  // in a list only
  KvVersion version = 0;
  std::optional<int64_t> expires_ms;
  size_t size = 0;  // of the value, in bytes
  // Without a value in a list that was asked for none.
  StoredValue value;
};

// One write of a batch, or a check that something is as it was.
struct KvWrite {
  enum class Kind { kPut, kDelete, kCheck };
  Kind kind = Kind::kPut;
  std::string key;
  // The entry must have this version; 0: there must be none.
  std::optional<KvVersion> if_version;
  // Of a put:
  StoredValue value;
  std::optional<int64_t> expires_ms;
};

// Writes of one store that are done all or not at all, one after the other.
struct KvBatch {
  std::string store;
  std::vector<KvWrite> writes;
  // They are on the disk, and not in the system's memory, before they are
  // acknowledged: for what must survive a power cut.
  bool is_synced = false;
};

struct KvCommit {
  // Of all entries that the batch put.
  KvVersion version = 0;
  // How many of its deletes found an entry.
  size_t deleted = 0;
};

struct KvListOptions {
  std::string prefix;
  // Only keys behind this one, where it is not empty.
  std::string after;
  // Up to kMaxKvListEntries.
  size_t limit = kMaxKvListEntries;
  bool with_values = false;
};

struct KvList {
  std::vector<KvEntry> entries;
  // There may be more behind the last of these.
  bool has_more = false;
};

// Aborted, with the code 'ECONFLICT': an entry has another version than the
// batch asks for. `index` is that of the write, `version` what is there.
absl::Status KvConflict(const KvBatch& batch, size_t index, KvVersion version);

// The code is 'E2BIG' and the message names the limit where a batch is over it.
// Names, keys and values by themselves are checked by whoever makes them.
absl::Status CheckKvBatch(const KvBatch& batch);

}  // namespace rt

#endif  // RUNTIME_STORE_KV_KV_ENTRY_H_
