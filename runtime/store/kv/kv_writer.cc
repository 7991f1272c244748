#include "runtime/store/kv/kv_writer.h"

#include <algorithm>
#include <utility>

namespace rt {
namespace {

constexpr char kPut[] =
    "INSERT INTO entry (store, key, version, expires, kind, value) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (store, key) DO UPDATE SET "
    "version = ?3, expires = ?4, kind = ?5, value = ?6";

constexpr char kDelete[] = "DELETE FROM entry WHERE store = ?1 AND key = ?2";

// A few at a time, so that no commit takes long for what others have left.
constexpr char kSweep[] =
    "DELETE FROM entry WHERE (store, key) IN (SELECT store, key FROM entry "
    "WHERE expires <= ?1 ORDER BY expires LIMIT 100)";
constexpr int64_t kSweepEveryMs = 100;

// By https://sqlite.org/pragma.html#pragma_synchronous, with a log: FULL waits
// for the disk at each commit, NORMAL when the log is brought in.
constexpr char kSynced[] = "PRAGMA synchronous = FULL";
constexpr char kNotSynced[] = "PRAGMA synchronous = NORMAL";

}  // namespace

KvWriter::KvWriter(SqliteConnection& connection)
    : connection_(connection),
      reader_(connection),
      begin_(connection, "BEGIN IMMEDIATE"),
      commit_(connection, "COMMIT"),
      last_version_(connection, "SELECT version FROM counter"),
      set_version_(connection, "UPDATE counter SET version = ?1"),
      put_(connection, kPut),
      delete_(connection, kDelete),
      sweep_(connection, kSweep) {}

std::vector<absl::StatusOr<KvCommit>> KvWriter::Commit(
    absl::Span<const KvBatch* const> batches, int64_t now_ms) {
  Results results(batches.size(), absl::UnknownError("not done"));
  const absl::Status status = Transact(batches, now_ms, results);
  if (status.ok()) return results;
  if (batches.size() == 1) return {status};
  // One that the disk has no room for takes none of the others with it.
  for (size_t i = 0; i < batches.size(); ++i) {
    results[i] = std::move(Commit(batches.subspan(i, 1), now_ms).front());
  }
  return results;
}

absl::Status KvWriter::Transact(absl::Span<const KvBatch* const> batches,
                                int64_t now_ms, Results& results) {
  const bool is_synced =
      std::any_of(batches.begin(), batches.end(),
                  [](const KvBatch* batch) { return batch->is_synced; });
  if (is_synced != is_synced_) {
    absl::Status status = connection_.Run(is_synced ? kSynced : kNotSynced);
    if (!status.ok()) return status;
    is_synced_ = is_synced;
  }
  absl::Status status = Step(begin_);
  if (!status.ok()) return status;
  const absl::StatusOr<KvVersion> last = LastVersion();
  status = last.status();
  if (status.ok()) version_ = *last;
  for (size_t i = 0; status.ok() && i < batches.size(); ++i) {
    results[i] = Do(*batches[i], now_ms);
    if (!absl::IsAborted(results[i].status())) status = results[i].status();
  }
  if (status.ok() && version_ != *last) {
    status = set_version_.Begin();
    if (status.ok()) {
      set_version_.Bind(1, version_);
      status = Step(set_version_);
    }
    if (status.ok()) status = Sweep(now_ms);
  }
  if (status.ok()) status = Step(commit_);
  // SQLite itself may have done so.
  if (connection_.InTransaction()) connection_.Run("ROLLBACK").IgnoreError();
  return status;
}

absl::StatusOr<KvCommit> KvWriter::Do(const KvBatch& batch, int64_t now_ms) {
  if (absl::Status status = Check(batch, now_ms); !status.ok()) return status;
  KvCommit commit;
  commit.version = ++version_;
  for (const KvWrite& write : batch.writes) {
    switch (write.kind) {
      case KvWrite::Kind::kPut: {
        absl::Status status = Put(batch, write, commit.version);
        if (!status.ok()) return status;
        break;
      }
      case KvWrite::Kind::kDelete: {
        const absl::StatusOr<bool> deleted = Delete(batch, write, now_ms);
        if (!deleted.ok()) return deleted.status();
        if (*deleted) ++commit.deleted;
        break;
      }
      case KvWrite::Kind::kCheck:
        break;
    }
  }
  return commit;
}

absl::Status KvWriter::Check(const KvBatch& batch, int64_t now_ms) {
  for (size_t i = 0; i < batch.writes.size(); ++i) {
    const KvWrite& write = batch.writes[i];
    if (!write.if_version.has_value()) continue;
    const absl::StatusOr<KvVersion> version =
        reader_.Version(batch.store, write.key, now_ms);
    if (!version.ok()) return version.status();
    if (*version != *write.if_version) return KvConflict(batch, i, *version);
  }
  return absl::OkStatus();
}

absl::Status KvWriter::Put(const KvBatch& batch, const KvWrite& write,
                           KvVersion version) {
  if (absl::Status status = put_.Begin(); !status.ok()) return status;
  put_.BindText(1, batch.store);
  put_.BindText(2, write.key);
  put_.Bind(3, version);
  if (write.expires_ms.has_value()) {
    put_.Bind(4, *write.expires_ms);
  } else {
    put_.BindNull(4);
  }
  put_.Bind(5, static_cast<int64_t>(write.value.kind));
  put_.BindBlob(6, write.value.bytes);
  return Step(put_);
}

absl::StatusOr<bool> KvWriter::Delete(const KvBatch& batch,
                                      const KvWrite& write, int64_t now_ms) {
  const absl::StatusOr<KvVersion> version =
      reader_.Version(batch.store, write.key, now_ms);
  if (!version.ok()) return version.status();
  if (absl::Status status = delete_.Begin(); !status.ok()) return status;
  delete_.BindText(1, batch.store);
  delete_.BindText(2, write.key);
  if (absl::Status status = Step(delete_); !status.ok()) return status;
  return *version != 0;
}

absl::Status KvWriter::Sweep(int64_t now_ms) {
  if (now_ms - swept_ms_ < kSweepEveryMs && now_ms >= swept_ms_) {
    return absl::OkStatus();
  }
  swept_ms_ = now_ms;
  if (absl::Status status = sweep_.Begin(); !status.ok()) return status;
  sweep_.Bind(1, now_ms);
  return Step(sweep_);
}

// A statement without results.
absl::Status KvWriter::Step(SqliteStatement& statement) {
  if (absl::Status status = statement.Begin(); !status.ok()) return status;
  const SqliteReset reset(statement);
  return statement.Step().status();
}

absl::StatusOr<KvVersion> KvWriter::LastVersion() {
  if (absl::Status status = last_version_.Begin(); !status.ok()) return status;
  const SqliteReset reset(last_version_);
  const absl::StatusOr<bool> row = last_version_.Step();
  if (!row.ok()) return row.status();
  return *row ? last_version_.Integer(0) : 0;
}

}  // namespace rt
