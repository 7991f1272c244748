#ifndef RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_
#define RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/loader/source_map/mappings.h"

namespace rt {

// A source map of ECMA-426, version 3, without sections. Immutable; any thread.
class SourceMap {
 public:
  // An original place. Lines and columns count from 0.
  struct Original {
    // An index into sources().
    uint32_t source = 0;
    uint32_t line = 0;
    uint32_t column = 0;
  };

  // Reads the JSON text of a map. Invalid argument, with what is wrong and as a
  // sentence without its subject ("its version is 2, not 3"), for what is no
  // such map. The result holds nothing of `json`.
  static absl::StatusOr<SourceMap> Parse(absl::string_view json);

  // As the map has them: URLs, relative ones to the map; sourceRoot put before.
  const std::vector<std::string>& sources() const { return sources_; }

  // The original of a place in the generated code, lines and columns from 0. A
  // line without a column: its first code that has an original. O(log n).
  std::optional<Original> Find(uint32_t line,
                               std::optional<uint32_t> column) const;

 private:
  std::vector<std::string> sources_;
  Mappings mappings_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_
