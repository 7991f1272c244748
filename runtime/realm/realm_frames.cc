#include "runtime/realm/realm_frames.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/realm/message_frames.h"

namespace rt {
namespace {

// JavaScript's numbers are exact up to 2^53; realms that this one makes have
// greater ids.
constexpr uint64_t kMaxRealmId = uint64_t{1} << 52;

void AppendError(std::string& payload, const ScriptError& error) {
  for (const std::string* text :
       {&error.name, &error.message, &error.stack, &error.inspected,
        &error.realm, &error.file, &error.source_line}) {
    AppendBytes(payload, *text);
  }
  AppendU32(payload, static_cast<uint32_t>(error.line));
  AppendU32(payload, static_cast<uint32_t>(error.column));
}

ScriptError ReadError(FieldReader& fields) {
  ScriptError error;
  for (std::string* text :
       {&error.name, &error.message, &error.stack, &error.inspected,
        &error.realm, &error.file, &error.source_line}) {
    *text = fields.Text();
  }
  error.line = static_cast<int>(fields.U32());
  error.column = static_cast<int>(fields.U32());
  return error;
}

}  // namespace

std::string Encode(const RealmStart& start) {
  std::string payload;
  AppendU64(payload, start.info.id);
  AppendBytes(payload, start.info.name);
  AppendBytes(payload, start.info.entry);
  AppendBytes(payload, start.info.kind);
  AppendU64(payload, start.max_heap_bytes);
  AppendU64(payload, start.reactors);
  AppendU64(payload, start.args.size());
  for (const std::string& arg : start.args) AppendBytes(payload, arg);
  AppendMessage(payload, start.data.get());
  return payload;
}

absl::StatusOr<RealmStart> ReadStart(FieldReader fields) {
  RealmStart start;
  start.info.id = fields.U64();
  start.info.name = fields.Text();
  start.info.entry = fields.Text();
  start.info.kind = fields.Text();
  start.max_heap_bytes = fields.U64();
  start.reactors = fields.U64();
  const uint64_t args = fields.U64();
  for (uint64_t i = 0; i < args && fields.ok(); ++i) {
    start.args.push_back(fields.Text());
  }
  start.data = ReadMessageFields(fields);
  if (!fields.AtEnd() || start.info.id == 0 || start.info.id > kMaxRealmId) {
    return NoSuchPayload(RealmFrame::kStart);
  }
  return start;
}

std::string Encode(const RealmFarewell& farewell) {
  const RealmResult& result = farewell.result;
  std::string payload;
  AppendU32(payload, static_cast<uint32_t>(result.end));
  AppendU32(payload, static_cast<uint32_t>(result.exit_code));
  AppendU64(payload, farewell.realms_made);
  AppendU32(payload, result.error.has_value() ? 1 : 0);
  if (result.error.has_value()) {
    AppendError(payload, *result.error);
    AppendBytes(payload, result.error_code);
  }
  AppendMessage(payload, result.error_value.get());
  return payload;
}

absl::StatusOr<RealmFarewell> ReadFarewell(FieldReader fields) {
  RealmFarewell farewell;
  RealmResult& result = farewell.result;
  const uint32_t end = fields.U32();
  result.end = static_cast<RealmEnd>(end);
  result.exit_code = static_cast<int>(fields.U32());
  farewell.realms_made = fields.U64();
  if (fields.U32() != 0) {
    result.error = ReadError(fields);
    result.error_code = fields.Text();
  }
  result.error_value = ReadMessageFields(fields);
  if (!fields.AtEnd() || end > static_cast<uint32_t>(kLastRealmEnd)) {
    return NoSuchPayload(RealmFrame::kEnd);
  }
  return farewell;
}

std::string Encode(const Enforcement& enforcement) {
  std::string payload;
  AppendU32(payload, static_cast<uint32_t>(enforcement.landlock_abi));
  AppendU32(payload, enforcement.seccomp ? 1 : 0);
  AppendBytes(payload, enforcement.reason);
  return payload;
}

absl::StatusOr<Enforcement> ReadEnforcement(FieldReader fields) {
  Enforcement enforcement;
  enforcement.landlock_abi = static_cast<int>(fields.U32());
  enforcement.seccomp = fields.U32() != 0;
  enforcement.reason = fields.Text();
  if (!fields.AtEnd() || enforcement.landlock_abi < 0) {
    return NoSuchPayload(RealmFrame::kEnforcement);
  }
  return enforcement;
}

void AppendUsage(std::string& payload, const RealmUsage& usage) {
  AppendU64(payload, usage.heap_used);
  AppendU64(payload, usage.heap_total);
  AppendU64(payload, usage.external);
  AppendU64(payload, usage.array_buffers);
  AppendU64(payload, static_cast<uint64_t>(usage.user_us));
  AppendU64(payload, static_cast<uint64_t>(usage.system_us));
}

absl::StatusOr<RealmUsage> ReadUsage(FieldReader fields) {
  RealmUsage usage;
  usage.heap_used = fields.U64();
  usage.heap_total = fields.U64();
  usage.external = fields.U64();
  usage.array_buffers = fields.U64();
  usage.user_us = static_cast<int64_t>(fields.U64());
  usage.system_us = static_cast<int64_t>(fields.U64());
  if (!fields.AtEnd()) return NoSuchPayload(RealmFrame::kUsage);
  return usage;
}

absl::Status NoSuchPayload(RealmFrame type) {
  return absl::DataLossError(absl::StrCat("a frame of type ",
                                          static_cast<int>(type),
                                          " has not what belongs into it"));
}

}  // namespace rt
