#include "runtime/store/kv/kv_entry.h"

#include "absl/strings/str_cat.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

std::string VersionText(KvVersion version) {
  return version == 0 ? "no entry" : absl::StrCat("version ", version);
}

absl::Status TooLarge(absl::string_view what) {
  absl::Status status = absl::InvalidArgumentError(what);
  SetErrorPayload(status, kErrorCode, "E2BIG");
  return status;
}

}  // namespace

absl::Status KvConflict(const KvBatch& batch, size_t index, KvVersion version) {
  const std::string which =
      batch.writes.size() == 1 ? "" : absl::StrCat(", for write ", index);
  absl::Status status = absl::AbortedError(absl::StrCat(
      "the key-value store '", batch.store, "' has ", VersionText(version),
      " where ", VersionText(batch.writes[index].if_version.value_or(0)),
      " is asked for", which, ": nothing was written (ECONFLICT)"));
  SetErrorPayload(status, kErrorCode, "ECONFLICT");
  return status;
}

absl::Status CheckKvBatch(const KvBatch& batch) {
  if (batch.writes.size() > kMaxKvBatchWrites) {
    return TooLarge(absl::StrCat("a batch of ", batch.writes.size(),
                                 " writes is too large: at most ",
                                 kMaxKvBatchWrites, " are done at once"));
  }
  size_t bytes = 0;
  for (const KvWrite& write : batch.writes) {
    const size_t size = write.value.bytes.size();
    bytes += write.key.size() + size;
    if (size > kMaxKvValueBytes) {
      return TooLarge(absl::StrCat("a value of ", size,
                                   " bytes is too large for a key-value store: "
                                   "it holds at most ",
                                   kMaxKvValueBytes));
    }
    if (write.key.size() > kMaxKvKeyBytes) {
      return TooLarge(absl::StrCat("a key of ", write.key.size(),
                                   " bytes is too large for a key-value store: "
                                   "it holds at most ",
                                   kMaxKvKeyBytes));
    }
  }
  if (bytes > kMaxKvBatchBytes) {
    return TooLarge(absl::StrCat("a batch of ", bytes,
                                 " bytes is too large: at most ",
                                 kMaxKvBatchBytes, " are written at once"));
  }
  return absl::OkStatus();
}

}  // namespace rt
