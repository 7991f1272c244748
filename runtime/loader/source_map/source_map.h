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

// A source map (https://tc39.es/ecma426), decoded: from places in a generated
// text to places in the files that it was made from. Immutable; any thread.
class SourceMap {
 public:
  using Original = MappedPlace;

  // InvalidArgument, with the reason, for what is no map of version 3. One with
  // "sections" (an index map) is put together to one; a section that is in
  // another file is refused, so that a map never leads to another.
  static absl::StatusOr<SourceMap> Parse(absl::string_view json);

  // The original of the last mapped place that is not behind this one, also on
  // an earlier line: generated code that nothing stands for belongs to what is
  // before it. With column -1, of the first mapped place on the line. Nothing
  // before the first mapped place, and where the map says that the code is of
  // no source. O(log n).
  std::optional<Original> Find(int32_t line, int32_t column) const;

  // The same, but only of what is on the line.
  std::optional<Original> FindOnLine(int32_t line, int32_t column) const;

  // What a whole line of the text, or the rest of one, stands for.
  struct Line {
    enum class Kind {
      kNone,     // code of no source
      kOne,      // one place: `original` has its line
      kSeveral,  // several lines; `original` is the first thing
    };
    Kind kind = Kind::kNone;
    Original original;
  };
  Line FindLine(int32_t line, int32_t from_column) const;

  // The original name of an identifier: what the map says at exactly its place,
  // if the next thing that it maps is not within the identifier. Empty where it
  // says none.
  absl::string_view NameAt(int32_t line, int32_t column, int32_t length) const;

  // URLs as the map has them, behind its sourceRoot. Empty for one without.
  const std::vector<std::string>& sources() const { return sources_; }
  bool has_names() const { return !names_.empty(); }

 private:
  friend class SourceMapReader;
  using Segments = std::vector<MapSegment>;

  SourceMap() = default;

  // The first segment that is behind the place.
  Segments::const_iterator Behind(int32_t line, int32_t column) const;

  std::vector<std::string> sources_;
  std::vector<std::string> names_;
  Segments segments_;  // in the order of line and column
};

// The text of a source that the map brings along ("sourcesContent"), by its
// index in sources(). Nothing where it brings none. Reads all of `json` again:
// an error wants one line of it, and nobody else any.
std::optional<std::string> SourceContent(absl::string_view json,
                                         uint32_t source);

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_SOURCE_MAP_H_
