#ifndef RUNTIME_LOADER_SOURCE_MAP_MAPPINGS_H_
#define RUNTIME_LOADER_SOURCE_MAP_MAPPINGS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// Lines and columns count from 0, as in the format; columns in UTF-16 units.
struct MappedPlace {
  // As `source`: the code is of no source.
  static constexpr uint32_t kNoSource = UINT32_MAX;
  static constexpr uint32_t kNoName = UINT32_MAX;

  uint32_t source = kNoSource;  // an index into the map's sources
  int32_t line = 0;
  int32_t column = 0;
  uint32_t name = kNoName;  // an index into the map's names
};

// From its place in the generated text to the next segment's.
struct MapSegment {
  int32_t line = 0;
  int32_t column = 0;
  MappedPlace original;
};

// Where a section's text begins, and its part of the lists of a whole map.
struct MappingsBase {
  int32_t line = 0;
  int32_t column = 0;  // of the section's first line
  size_t first_source = 0;
  size_t sources = 0;
  size_t first_name = 0;
  size_t names = 0;
};

// Decodes "mappings" (https://tc39.es/ecma426/#sec-mappings) and adds them to
// `segments`, in the order that they are written in. InvalidArgument, with the
// reason, where they are not as the format says.
absl::Status AddMappings(absl::string_view mappings, const MappingsBase& base,
                         std::vector<MapSegment>& segments);

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_MAPPINGS_H_
