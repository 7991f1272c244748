#include "runtime/store/kv/kv_reader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace rt {
namespace {

// length() of a blob looks at no more than the row's head.
constexpr char kGet[] =
    "SELECT version, expires, kind, length(value), "
    "CASE WHEN length(value) <= ?4 THEN value END FROM entry "
    "WHERE store = ?1 AND key = ?2 AND (expires IS NULL OR expires > ?3)";

constexpr char kVersion[] =
    "SELECT version FROM entry "
    "WHERE store = ?1 AND key = ?2 AND (expires IS NULL OR expires > ?3)";

constexpr char kList[] =
    "SELECT version, expires, kind, length(value), "
    "CASE WHEN ?5 THEN value END, key FROM entry "
    "WHERE store = ?1 AND key >= ?2 AND key < ?4 "
    "AND (expires IS NULL OR expires > ?3) ORDER BY key LIMIT ?6";

// The least key that is behind all that begin with `prefix`, as bytes: they
// need not be UTF-8. Empty where there is none.
std::string EndOfPrefix(std::string prefix) {
  while (!prefix.empty() && static_cast<uint8_t>(prefix.back()) == 0xff) {
    prefix.pop_back();
  }
  if (!prefix.empty()) ++prefix.back();
  return prefix;
}

KvEntry ReadRow(const SqliteStatement& row) {
  KvEntry entry;
  entry.version = row.Integer(0);
  if (!row.IsNull(1)) entry.expires_ms = row.Integer(1);
  entry.value.kind = static_cast<StoredKind>(row.Integer(2));
  entry.size = static_cast<size_t>(row.Integer(3));
  entry.value.bytes = std::string(row.Bytes(4));
  return entry;
}

}  // namespace

KvReader::KvReader(SqliteConnection& connection)
    : get_(connection, kGet),
      version_(connection, kVersion),
      list_(connection, kList) {}

absl::StatusOr<std::optional<KvEntry>> KvReader::Get(absl::string_view store,
                                                     absl::string_view key,
                                                     int64_t now_ms,
                                                     size_t most_bytes) {
  if (absl::Status status = get_.Begin(); !status.ok()) return status;
  const SqliteReset reset(get_);
  get_.BindText(1, store);
  get_.BindText(2, key);
  get_.Bind(3, now_ms);
  get_.Bind(4, static_cast<int64_t>(most_bytes));
  const absl::StatusOr<bool> row = get_.Step();
  if (!row.ok()) return row.status();
  if (!*row) return std::optional<KvEntry>();
  return std::optional<KvEntry>(ReadRow(get_));
}

absl::StatusOr<KvVersion> KvReader::Version(absl::string_view store,
                                            absl::string_view key,
                                            int64_t now_ms) {
  if (absl::Status status = version_.Begin(); !status.ok()) return status;
  const SqliteReset reset(version_);
  version_.BindText(1, store);
  version_.BindText(2, key);
  version_.Bind(3, now_ms);
  const absl::StatusOr<bool> row = version_.Step();
  if (!row.ok()) return row.status();
  return *row ? version_.Integer(0) : 0;
}

absl::StatusOr<KvList> KvReader::List(absl::string_view store,
                                      const KvListOptions& options,
                                      int64_t now_ms) {
  if (absl::Status status = list_.Begin(); !status.ok()) return status;
  const SqliteReset reset(list_);
  // Nothing lies between a key and the same with a NUL behind it.
  const std::string behind =
      options.after.empty() ? "" : options.after + std::string(1, '\0');
  const std::string& first = std::max(options.prefix, behind);
  const std::string end = EndOfPrefix(options.prefix);
  list_.BindText(1, store);
  list_.BindText(2, first);
  list_.Bind(3, now_ms);
  // Any blob is greater than any text (https://sqlite.org/datatype3.html).
  if (end.empty()) {
    list_.BindBlob(4, end);
  } else {
    list_.BindText(4, end);
  }
  list_.Bind(5, options.with_values ? 1 : 0);
  list_.Bind(6, static_cast<int64_t>(options.limit + 1));
  KvList list;
  size_t bytes = 0;
  while (true) {
    const absl::StatusOr<bool> row = list_.Step();
    if (!row.ok()) return row.status();
    if (!*row) return list;
    if (list.entries.size() == options.limit || bytes > kMaxKvListBytes) {
      list.has_more = true;
      return list;
    }
    KvEntry& entry = list.entries.emplace_back(ReadRow(list_));
    entry.key = std::string(list_.Bytes(5));
    bytes += entry.key.size() + entry.value.bytes.size();
  }
}

}  // namespace rt
