#ifndef RUNTIME_LOADER_SOURCE_MAP_MAPPINGS_H_
#define RUNTIME_LOADER_SOURCE_MAP_MAPPINGS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// A segment of a source map: from `column` of its generated line to the next
// segment, the code stands for the original place. Lines and columns count from
// 0, columns in UTF-16 units, as in the map.
struct MappingSegment {
  // No original: code that the generator added.
  static constexpr uint32_t kNoSource = UINT32_MAX;

  uint32_t column = 0;
  uint32_t source = kNoSource;
  uint32_t original_line = 0;
  uint32_t original_column = 0;
};

// The `mappings` of a source map, decoded: the segments of each generated line,
// by column. Immutable; any thread.
class Mappings {
 public:
  // Decodes the Base64 VLQ text of ECMA-426, "Mappings". `source_count` is the
  // length of the map's `sources`: a segment that names another is an error, as
  // is all that the grammar has no place for, or a number out of range. Names
  // are read and dropped.
  static absl::StatusOr<Mappings> Decode(absl::string_view text,
                                         uint32_t source_count);

  // The segment that covers `column` of generated line `line`. Without a
  // column, the line's first segment that has an original. Null where there is
  // none. O(log n).
  const MappingSegment* Find(uint32_t line,
                             std::optional<uint32_t> column) const;

 private:
  // Where each line's segments begin in segments_; one more than lines.
  std::vector<uint32_t> line_starts_ = {0};
  std::vector<MappingSegment> segments_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_MAPPINGS_H_
