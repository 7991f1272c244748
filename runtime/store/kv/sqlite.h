#ifndef RUNTIME_STORE_KV_SQLITE_H_
#define RUNTIME_STORE_KV_SQLITE_H_

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// A connection to a database of SQLite's (https://sqlite.org/cintro.html). Used
// by one thread at a time; which one may change.
class SqliteConnection {
 public:
  // A file that exists, or one of its own in memory where `path` is empty.
  // Nothing is read yet.
  static absl::StatusOr<std::unique_ptr<SqliteConnection>> Open(
      const std::string& path);
  ~SqliteConnection();
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  // How long a call waits for a lock that another connection holds.
  void SetPatience(int milliseconds);

  // Statements without results.
  absl::Status Run(const char* sql);
  // A statement that gives one number, as PRAGMA user_version.
  absl::StatusOr<int64_t> Number(const char* sql);
  // The same with a text, as PRAGMA journal_mode = WAL.
  absl::StatusOr<std::string> Text(const char* sql);

  bool InTransaction() const { return sqlite3_get_autocommit(db_) == 0; }

  // What `result`, of the last call, means for people: a message that names the
  // file and what to do, with the payloads code and path.
  absl::Status Failed(int result) const;

 private:
  friend class SqliteStatement;

  SqliteConnection(sqlite3* db, std::string path)
      : db_(db), path_(std::move(path)) {}

  sqlite3* const db_;
  const std::string path_;
};

// A statement that is run again and again: Begin(), bind, Step() until there is
// no row, Reset(). Bound views must stay good until then.
class SqliteStatement {
 public:
  // Both outlive the statement.
  SqliteStatement(SqliteConnection& connection, const char* sql)
      : connection_(connection), sql_(sql) {}

  // Compiles it for its first use, which reads the database. Nothing below may
  // be called where that fails.
  absl::Status Begin();

  // Parameters count from 1.
  void Bind(int index, int64_t number);
  void BindNull(int index);
  void BindText(int index, absl::string_view text);
  void BindBlob(int index, absl::string_view bytes);

  // True where there is a row.
  absl::StatusOr<bool> Step();
  void Reset();

  // Columns count from 0; views are good until Step() or Reset().
  bool IsNull(int column) const;
  int64_t Integer(int column) const;
  absl::string_view Bytes(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const {
      sqlite3_finalize(statement);
    }
  };

  SqliteConnection& connection_;
  const char* const sql_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Resets a statement at the end of a block.
class SqliteReset {
 public:
  explicit SqliteReset(SqliteStatement& statement) : statement_(statement) {}
  ~SqliteReset() { statement_.Reset(); }
  SqliteReset(const SqliteReset&) = delete;
  SqliteReset& operator=(const SqliteReset&) = delete;

 private:
  SqliteStatement& statement_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_KV_SQLITE_H_
