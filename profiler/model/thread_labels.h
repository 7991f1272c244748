#ifndef PROFILER_MODEL_THREAD_LABELS_H_
#define PROFILER_MODEL_THREAD_LABELS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"

namespace rt {

// What a realm's label is made from.
struct RealmIdentity {
  // 0 for the main realm, then 1, 2, ... in order of start.
  int64_t number = 0;
  // The name its creator gave it; may be empty.
  std::string_view name;
  // Its first module: a path or a URL; may be empty.
  std::string_view entry;
};

// Gives every realm of a process its value of the label `thread`:
//
//   the main realm                       main
//   realm 1, entry /app/parse.ts         1 parse.ts
//   a realm named "worker"               worker
//   one more realm named "worker"        worker 2
//
// Each value is given once. It is made for `go tool pprof -tagfocus
// thread=VALUE`, which reads VALUE as a list at its commas, as a quantity when
// it is digits with an optional sign and unit (42, 10ms), and otherwise as a
// regular expression that may match anywhere in a label: so a value has no
// comma, colon, equals sign, control character or regex character but the dot,
// and is no quantity. Since the match is not anchored, `^1 parse.ts$` is the
// exact form of `1 parse.ts`, which would find `11 parse.ts` too.
//
// A value is never empty, is valid UTF-8 and has at most kMaxBytes bytes.
//
// One object a process-wide profile, owned by its session. Any thread. Values
// are kept to the end: the profile still holds the samples of realms that are
// gone.
class ThreadLabels {
 public:
  static constexpr size_t kMaxBytes = 64;

  ThreadLabels();

  // The label of one more realm. Not to be asked twice for the same one.
  std::string Assign(const RealmIdentity& realm);

 private:
  absl::Mutex mutex_;
  absl::flat_hash_set<std::string> taken_ ABSL_GUARDED_BY(mutex_);
  // The next suffix to try for a label that is wanted again, so that ten
  // thousand realms of one name cost no search each.
  absl::flat_hash_map<std::string, int64_t> next_suffix_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // PROFILER_MODEL_THREAD_LABELS_H_
