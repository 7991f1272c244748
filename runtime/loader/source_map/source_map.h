#ifndef RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_
#define RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// A source map (https://tc39.es/ecma426), decoded: from places in a generated
// text to places in the files that it was made from. Immutable; any thread.
class SourceMap {
 public:
  // Lines and columns count from 0, as in the format; columns in UTF-16 units.
  struct Original {
    uint32_t source = 0;  // an index into sources()
    int32_t line = 0;
    int32_t column = 0;
  };

  // InvalidArgument, with the reason, for what is no map of version 3. An index
  // map (one with "sections") is none.
  static absl::StatusOr<SourceMap> Parse(absl::string_view json);

  // The original of the last mapped place that is not behind this one, also on
  // an earlier line: generated code that nothing stands for belongs to what is
  // before it. With column -1, of the first mapped place on the line. Nothing
  // before the first mapped place. O(log n).
  std::optional<Original> Find(int32_t line, int32_t column) const;

  const std::vector<std::string>& sources() const { return sources_; }

 private:
  struct Segment {
    int32_t line;
    int32_t column;
    Original original;
  };

  SourceMap() = default;

  absl::Status AddMappings(absl::string_view mappings);
  absl::Status AddSegment(absl::string_view segment, Segment& state,
                          int32_t& source);

  std::vector<std::string> sources_;
  std::vector<Segment> segments_;  // in the order of line and column
};

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_
