#ifndef RUNTIME_REALM_USAGE_QUESTIONS_H_
#define RUNTIME_REALM_USAGE_QUESTIONS_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "runtime/frames/fields.h"
#include "runtime/realm/child_realm.h"

namespace rt {

// What a realm at the other side of a link was asked about its use, and has not
// answered: payloads of kAskUsage, and of the kUsage that answers each by its
// number. One thread.
class UsageQuestions {
 public:
  // The payload of a new question.
  std::string Ask(ChildRealm::UsageAnswer answer);

  // Gives an answer to who asked. DataLoss where it is none, or answers nothing
  // that was asked.
  absl::Status Take(FieldReader fields);

  // Nobody will answer any more.
  void Drop() { asked_.clear(); }

 private:
  uint32_t last_ = 0;
  absl::flat_hash_map<uint32_t, ChildRealm::UsageAnswer> asked_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_USAGE_QUESTIONS_H_
