#ifndef RUNTIME_STORE_KV_KV_WRITER_H_
#define RUNTIME_STORE_KV_KV_WRITER_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/store/kv/kv_entry.h"
#include "runtime/store/kv/kv_reader.h"
#include "runtime/store/kv/sqlite.h"

namespace rt {

// Writes batches over one connection, as it is used: by one thread at a time.
class KvWriter {
 public:
  // The connection outlives it.
  explicit KvWriter(SqliteConnection& connection);

  // Does batches in this order, in one transaction for them all: what they cost
  // is mostly the transaction's. Each is done whole, or not at all: with the
  // status of KvConflict() where an entry has another version than it asks for,
  // with what the disk says where that refuses it. When this returns, what is
  // done is safe from the end of the process, and from that of the system where
  // one of the batches is synced.
  std::vector<absl::StatusOr<KvCommit>> Commit(
      absl::Span<const KvBatch* const> batches, int64_t now_ms);

 private:
  using Results = std::vector<absl::StatusOr<KvCommit>>;

  absl::Status Transact(absl::Span<const KvBatch* const> batches,
                        int64_t now_ms, Results& results);
  absl::StatusOr<KvCommit> Do(const KvBatch& batch, int64_t now_ms);
  absl::Status Check(const KvBatch& batch, int64_t now_ms);
  absl::Status Put(const KvBatch& batch, const KvWrite& write,
                   KvVersion version);
  // Whether there was one.
  absl::StatusOr<bool> Delete(const KvBatch& batch, const KvWrite& write,
                              int64_t now_ms);
  // Some of what has expired.
  absl::Status Sweep(int64_t now_ms);
  absl::Status Step(SqliteStatement& statement);
  absl::StatusOr<KvVersion> LastVersion();

  SqliteConnection& connection_;
  KvReader reader_;
  SqliteStatement begin_;
  SqliteStatement commit_;
  SqliteStatement last_version_;
  SqliteStatement set_version_;
  SqliteStatement put_;
  SqliteStatement delete_;
  SqliteStatement sweep_;
  // Within a transaction.
  KvVersion version_ = 0;
  int64_t swept_ms_ = 0;
  bool is_synced_ = false;
};

}  // namespace rt

#endif  // RUNTIME_STORE_KV_KV_WRITER_H_
