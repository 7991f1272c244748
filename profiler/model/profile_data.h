#ifndef PROFILER_MODEL_PROFILE_DATA_H_
#define PROFILER_MODEL_PROFILE_DATA_H_

#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/model/realm_labels.h"
#include "profiler/model/recording.h"
#include "profiler/model/sample_tree.h"
#include "profiler/model/symbol_table.h"

namespace rt {

// The samples under one set of labels.
struct RealmSamples {
  RealmLabels labels;
  SampleTree samples;
};

// What a profile is made of: the samples of any number of realms over one table
// of symbols. Not thread-safe; ProfileAccumulator is the shared one.
class ProfileData {
 public:
  // Adds a whole recording. The same function, frame or stack as one that is
  // there already is the same entry, its values added; what differs in a label
  // stays apart. Time and memory grow with the recording, not with what is
  // there.
  void Add(Recording recording);

  const SymbolTable& symbols() const { return symbols_; }

  // In order of their first recording. A realm that was recorded and never
  // sampled is among them.
  const std::vector<RealmSamples>& realms() const { return realms_; }

  // The sum over all samples.
  const SampleValues& total() const { return total_; }

 private:
  SymbolTable symbols_;
  std::vector<RealmSamples> realms_;
  absl::flat_hash_map<RealmLabels, size_t> realm_index_;
  SampleValues total_;
};

}  // namespace rt

#endif  // PROFILER_MODEL_PROFILE_DATA_H_
