#include "runtime/store/kv/sqlite.h"

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

// What SQLite's result is called by the system, and what to do about it.
struct Meaning {
  absl::StatusCode status;
  const char* code;
  const char* what;
};

Meaning MeaningOf(int result) {
  switch (result & 0xff) {
    case SQLITE_FULL:
      return {absl::StatusCode::kResourceExhausted, "ENOSPC",
              "the disk is full; what was acknowledged before is kept"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {absl::StatusCode::kUnavailable, "EBUSY",
              "another process holds its lock; end that one, or give this one "
              "a folder of its own"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {absl::StatusCode::kDataLoss, "EBADMSG",
              "the file is damaged, or no database; bring back a copy of it, "
              "or move it away to begin with empty stores"};
    case SQLITE_READONLY:
      return {absl::StatusCode::kPermissionDenied, "EROFS",
              "the file, its folder or the disk is read-only"};
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return {absl::StatusCode::kPermissionDenied, "EACCES",
              "it may not be used by this user"};
    case SQLITE_CANTOPEN:
      return {absl::StatusCode::kPermissionDenied, "EACCES",
              "it, or a file beside it, cannot be opened; this user must be "
              "able to read and write both the file and its folder"};
    case SQLITE_NOMEM:
      return {absl::StatusCode::kResourceExhausted, "ENOMEM",
              "there is not enough memory"};
    case SQLITE_TOOBIG:
      return {absl::StatusCode::kInvalidArgument, "EFBIG",
              "a value is too large"};
    default:
      return {absl::StatusCode::kUnavailable, "EIO",
              "the disk, or the file system, does not do its part"};
  }
}

// What the system said to a failed read or write of the database's file or of
// its log; 0 where nothing is known. By then errno tells of later calls.
int SystemErrorOf(sqlite3* db) {
  int error = 0;
  sqlite3_file* log = nullptr;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) ==
          SQLITE_OK &&
      log != nullptr && log->pMethods != nullptr) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  if (error == 0) {
    sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}

// A write over a limit of the process, or of the disk's quota, is for SQLite an
// error of input and output.
Meaning MeaningOf(int result, int system_error) {
  if ((result & 0xff) == SQLITE_IOERR) {
    switch (system_error) {
      case ENOSPC:
      case EDQUOT:
        return MeaningOf(SQLITE_FULL);
      case EFBIG:
        return {absl::StatusCode::kResourceExhausted, "EFBIG",
                "the file would be larger than the process may make one "
                "(ulimit -f); what was acknowledged before is kept"};
      default:
        break;
    }
  }
  return MeaningOf(result);
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteConnection>> SqliteConnection::Open(
    const std::string& path) {
  sqlite3* db = nullptr;
  const int result = sqlite3_open_v2(
      path.empty() ? ":memory:" : path.c_str(), &db,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      nullptr);
  std::unique_ptr<SqliteConnection> connection(new SqliteConnection(db, path));
  if (result != SQLITE_OK) return connection->Failed(result);
  return connection;
}

SqliteConnection::~SqliteConnection() {
  const int result = sqlite3_close(db_);
  RT_CHECK(result == SQLITE_OK);  // else a statement has outlived it
}

void SqliteConnection::SetPatience(int milliseconds) {
  sqlite3_busy_timeout(db_, milliseconds);
}

absl::Status SqliteConnection::Run(const char* sql) {
  const int result = sqlite3_exec(db_, sql, nullptr, nullptr, nullptr);
  return result == SQLITE_OK ? absl::OkStatus() : Failed(result);
}

absl::StatusOr<int64_t> SqliteConnection::Number(const char* sql) {
  absl::StatusOr<std::string> text = Text(sql);
  if (!text.ok()) return text.status();
  return strtoll(text->c_str(), nullptr, 10);
}

absl::StatusOr<std::string> SqliteConnection::Text(const char* sql) {
  SqliteStatement statement(*this, sql);
  if (absl::Status status = statement.Begin(); !status.ok()) return status;
  const absl::StatusOr<bool> row = statement.Step();
  if (!row.ok()) return row.status();
  return *row ? std::string(statement.Bytes(0)) : std::string();
}

absl::Status SqliteConnection::Failed(int result) const {
  const Meaning meaning = MeaningOf(result, SystemErrorOf(db_));
  absl::Status status;
  if (path_.empty()) {
    // The pages of a database in memory have an upper bound, and no disk.
    status = absl::Status(
        meaning.status,
        absl::StrCat("cannot use the key-value stores in memory: ",
                     (result & 0xff) == SQLITE_FULL
                         ? "they are full; with --data-dir they are on disk"
                         : meaning.what,
                     " (", meaning.code, ")"));
  } else {
    status =
        absl::Status(meaning.status,
                     absl::StrCat("cannot use the key-value stores in '", path_,
                                  "': ", meaning.what, " (", meaning.code, ": ",
                                  sqlite3_errstr(result), ")"));
    SetErrorPayload(status, kErrorPath, path_);
  }
  SetErrorPayload(status, kErrorCode, meaning.code);
  return status;
}

absl::Status SqliteStatement::Begin() {
  if (statement_ != nullptr) return absl::OkStatus();
  sqlite3_stmt* statement = nullptr;
  const int result =
      sqlite3_prepare_v3(connection_.db_, sql_, -1, SQLITE_PREPARE_PERSISTENT,
                         &statement, nullptr);
  statement_.reset(statement);
  return result == SQLITE_OK ? absl::OkStatus() : connection_.Failed(result);
}

void SqliteStatement::Bind(int index, int64_t number) {
  sqlite3_bind_int64(statement_.get(), index, number);
}

void SqliteStatement::BindNull(int index) {
  sqlite3_bind_null(statement_.get(), index);
}

void SqliteStatement::BindText(int index, absl::string_view text) {
  // A null pointer would be NULL.
  sqlite3_bind_text64(statement_.get(), index, text.empty() ? "" : text.data(),
                      text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void SqliteStatement::BindBlob(int index, absl::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), index,
                      bytes.empty() ? "" : bytes.data(), bytes.size(),
                      SQLITE_STATIC);
}

absl::StatusOr<bool> SqliteStatement::Step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return connection_.Failed(result);
}

void SqliteStatement::Reset() { sqlite3_reset(statement_.get()); }

bool SqliteStatement::IsNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

int64_t SqliteStatement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

absl::string_view SqliteStatement::Bytes(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const char*>(bytes), static_cast<size_t>(size)};
}

}  // namespace rt
