#include "runtime/realm/usage_questions.h"

#include <utility>

#include "absl/status/statusor.h"
#include "runtime/realm/realm_frames.h"

namespace rt {

std::string UsageQuestions::Ask(ChildRealm::UsageAnswer answer) {
  const uint32_t question = ++last_;
  asked_.emplace(question, std::move(answer));
  std::string payload;
  AppendU32(payload, question);
  return payload;
}

absl::Status UsageQuestions::Take(FieldReader fields) {
  const auto asked = asked_.find(fields.U32());
  const absl::StatusOr<RealmUsage> usage = ReadUsage(fields);
  if (!usage.ok()) return usage.status();
  if (asked == asked_.end()) return NoSuchPayload(RealmFrame::kUsage);
  asked->second(*usage);
  asked_.erase(asked);
  return absl::OkStatus();
}

}  // namespace rt
