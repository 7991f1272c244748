#ifndef RUNTIME_STORE_KV_KV_SCHEMA_H_
#define RUNTIME_STORE_KV_KV_SCHEMA_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/store/kv/sqlite.h"

namespace rt {

// The tables of a database of key-value stores, and how a connection to it is
// set up:
//
//   entry    store, key -> version, expires (ms since 1970, or NULL), kind
//            (StoredKind), value (a blob)
//   counter  one row: the last version that was given to a write
//
// `PRAGMA user_version` is the version of this shape, application_id tells the
// file from others'.

// How long a thread that may wait does so for another process's lock.
inline constexpr int kKvPatienceMs = 10'000;

// A connection that writes. Makes the file (for this user only) and the tables
// where there are none. An empty path: in memory, at most kMaxKvMemoryBytes.
//
// Fails, with a message that names the file and says what to do, where it is
// not to be had, is damaged, is another program's or a later rt's, and where
// its file system can't share memory between processes, as some of networks.
absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenKvWriter(
    const std::string& path);
inline constexpr int64_t kMaxKvMemoryBytes = int64_t{256} << 20;

// A connection that reads what a writer has opened.
absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenKvReader(
    const std::string& path);

}  // namespace rt

#endif  // RUNTIME_STORE_KV_KV_SCHEMA_H_
