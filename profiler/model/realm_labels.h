#ifndef PROFILER_MODEL_REALM_LABELS_H_
#define PROFILER_MODEL_REALM_LABELS_H_

#include <cstdint>
#include <string>
#include <utility>

namespace rt {

// The labels that every sample of one realm carries. Two realms whose labels
// differ anywhere never share a sample.
struct RealmLabels {
  // Label `thread`: unique in the profile and readable; from ThreadLabels.
  std::string thread;
  // Label `thread_id`: the kernel's id of the realm's thread, gettid(2).
  int64_t thread_id = 0;
  // Label `realm_kind`: "main", "thread", "sandbox" and so on.
  std::string realm_kind;

  friend bool operator==(const RealmLabels&, const RealmLabels&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const RealmLabels& l) {
    return H::combine(std::move(state), l.thread, l.thread_id, l.realm_kind);
  }
};

}  // namespace rt

#endif  // PROFILER_MODEL_REALM_LABELS_H_
