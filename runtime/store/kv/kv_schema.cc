#include "runtime/store/kv/kv_schema.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/unique_fd.h"

namespace rt {
namespace {

constexpr int64_t kApplicationId = 0x72746b76;  // "rtkv"
constexpr int64_t kShape = 1;
constexpr mode_t kFileMode = 0600;

// An ordered table by its key alone: an entry costs one walk down one tree.
constexpr char kTables[] = R"(
CREATE TABLE entry (
  store TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  expires INTEGER,
  kind INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (store, key)
) WITHOUT ROWID;
CREATE INDEX entry_expires ON entry (expires) WHERE expires IS NOT NULL;
CREATE TABLE counter (version INTEGER NOT NULL);
INSERT INTO counter VALUES (0);
)";

absl::Status Unusable(const std::string& path, absl::string_view why,
                      const char* code) {
  absl::Status status = absl::FailedPreconditionError(
      absl::StrCat("cannot use the key-value stores in '", path, "': ", why,
                   " (", code, ")"));
  SetErrorPayload(status, kErrorPath, path);
  SetErrorPayload(status, kErrorCode, code);
  return status;
}

// SQLite would make it readable for others, as far as the umask lets it.
absl::Status MakeFile(const std::string& path) {
  const UniqueFd file(RetryOnEintr([&] {
    return open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  }));
  if (file.valid() || errno == EEXIST) return absl::OkStatus();
  return ErrnoStatus(
      errno,
      absl::StrCat("make the file of the key-value stores, '", path, "'"), path,
      "open");
}

// In a transaction: another process may be at it as well.
absl::Status MakeTables(SqliteConnection& connection) {
  absl::Status status = connection.Run("BEGIN IMMEDIATE");
  if (!status.ok()) return status;
  const absl::StatusOr<int64_t> shape =
      connection.Number("PRAGMA user_version");
  status = shape.status();
  if (status.ok() && *shape == 0) {
    status = connection.Run(kTables);
    const std::string marks =
        absl::StrCat("PRAGMA application_id = ", kApplicationId,
                     "; PRAGMA user_version = ", kShape);
    if (status.ok()) status = connection.Run(marks.c_str());
  }
  if (status.ok()) status = connection.Run("COMMIT");
  if (!status.ok()) connection.Run("ROLLBACK").IgnoreError();
  return status;
}

absl::Status CheckShape(SqliteConnection& connection, const std::string& path) {
  const absl::StatusOr<int64_t> id = connection.Number("PRAGMA application_id");
  if (!id.ok()) return id.status();
  const absl::StatusOr<int64_t> tables =
      connection.Number("SELECT count(*) FROM sqlite_schema");
  if (!tables.ok()) return tables.status();
  const absl::StatusOr<int64_t> shape =
      connection.Number("PRAGMA user_version");
  if (!shape.ok()) return shape.status();
  if (*id == 0 && *tables == 0) return MakeTables(connection);
  if (*id != kApplicationId) {
    return Unusable(path,
                    "it is a database of another program; name another folder "
                    "with --data-dir",
                    "EEXIST");
  }
  if (*shape != kShape) {
    return Unusable(
        path,
        absl::StrCat("it was made by a later rt (shape ", *shape,
                     ", and this one knows ", kShape, "); use that one"),
        "ENOTSUP");
  }
  return absl::OkStatus();
}

// Readers and the writer are not in each other's way, and a commit is one write
// to one file (https://sqlite.org/wal.html).
absl::Status UseLog(SqliteConnection& connection, const std::string& path) {
  const absl::StatusOr<std::string> mode =
      connection.Text("PRAGMA journal_mode = WAL");
  if (!mode.ok()) return mode.status();
  if (*mode == "wal") return absl::OkStatus();
  return Unusable(path,
                  "its file system cannot share memory between processes, as "
                  "some of networks; name a folder on a local disk with "
                  "--data-dir",
                  "ENOTSUP");
}

absl::Status SetUpMemory(SqliteConnection& db) {
  const absl::StatusOr<int64_t> page_bytes = db.Number("PRAGMA page_size");
  if (!page_bytes.ok()) return page_bytes.status();
  // It answers with the new bound.
  const std::string bound =
      absl::StrCat("PRAGMA max_page_count = ", kMaxKvMemoryBytes / *page_bytes);
  if (auto pages = db.Number(bound.c_str()); !pages.ok()) return pages.status();
  return MakeTables(db);
}

absl::Status SetUpFile(SqliteConnection& db, const std::string& path) {
  if (absl::Status status = CheckShape(db, path); !status.ok()) return status;
  if (absl::Status status = UseLog(db, path); !status.ok()) return status;
  // KvWriter changes the first. A log that had to grow, for readers that were
  // slow, shrinks again.
  return db.Run(
      "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864");
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenKvWriter(
    const std::string& path) {
  if (!path.empty()) {
    if (absl::Status status = MakeFile(path); !status.ok()) return status;
  }
  auto connection = SqliteConnection::Open(path);
  if (!connection.ok()) return connection;
  SqliteConnection& db = **connection;
  db.SetPatience(kKvPatienceMs);
  const absl::Status status =
      path.empty() ? SetUpMemory(db) : SetUpFile(db, path);
  if (!status.ok()) return status;
  return connection;
}

absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenKvReader(
    const std::string& path) {
  return SqliteConnection::Open(path);
}

}  // namespace rt
