#include "runtime/loader/source_map/source_map.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runtime/loader/source_map/vlq.h"

namespace rt {
namespace {

absl::Status Bad(absl::string_view reason) {
  return absl::InvalidArgumentError(absl::StrCat("no source map: ", reason));
}

// Adds a difference; false where the sum is no place in a text.
bool Advance(int32_t& value, int32_t difference) {
  const int64_t sum = int64_t{value} + difference;
  if (sum < 0 || sum > INT32_MAX) return false;
  value = static_cast<int32_t>(sum);
  return true;
}

}  // namespace

absl::StatusOr<SourceMap> SourceMap::Parse(absl::string_view json) {
  boost::json::error_code error;
  const boost::json::value value =
      boost::json::parse({json.data(), json.size()}, error);
  if (error) return Bad(error.message());
  const boost::json::object* const object = value.if_object();
  if (object == nullptr) return Bad("it is no object");
  const boost::json::value* const version = object->if_contains("version");
  if (version == nullptr || *version != 3) return Bad("its version is not 3");
  const boost::json::value* const mappings = object->if_contains("mappings");
  const boost::json::value* const sources = object->if_contains("sources");
  if (mappings == nullptr || !mappings->is_string() || sources == nullptr ||
      !sources->is_array()) {
    return Bad("it has no mappings or no sources");
  }
  SourceMap map;
  for (const boost::json::value& source : sources->get_array()) {
    const boost::json::string* const name = source.if_string();
    map.sources_.emplace_back(name == nullptr ? "" : name->c_str());
  }
  const absl::Status status = map.AddMappings(
      {mappings->get_string().data(), mappings->get_string().size()});
  if (!status.ok()) return status;
  return map;
}

absl::Status SourceMap::AddMappings(absl::string_view mappings) {
  Segment state = {};
  int32_t source = 0;
  for (const absl::string_view line : absl::StrSplit(mappings, ';')) {
    state.column = 0;
    for (const absl::string_view segment :
         absl::StrSplit(line, ',', absl::SkipEmpty())) {
      const absl::Status status = AddSegment(segment, state, source);
      if (!status.ok()) return status;
    }
    ++state.line;
  }
  // In order by the format, but not every tool keeps to it.
  std::stable_sort(segments_.begin(), segments_.end(),
                   [](const Segment& a, const Segment& b) {
                     return std::tie(a.line, a.column) <
                            std::tie(b.line, b.column);
                   });
  return absl::OkStatus();
}

absl::Status SourceMap::AddSegment(absl::string_view segment, Segment& state,
                                   int32_t& source) {
  const auto advance = [&segment](int32_t& value) {
    const std::optional<int32_t> difference = ConsumeVlq(segment);
    return difference.has_value() && Advance(value, *difference);
  };
  if (!advance(state.column)) return Bad("a column is wrong");
  // Generated code that comes from no source.
  if (segment.empty()) return absl::OkStatus();
  if (!advance(source) || !advance(state.original.line) ||
      !advance(state.original.column)) {
    return Bad("an original place is wrong");
  }
  if (static_cast<size_t>(source) >= sources_.size()) {
    return Bad("a mapping names a source that is not there");
  }
  // What may follow is the index of a name.
  if (!segment.empty() &&
      (!ConsumeVlq(segment).has_value() || !segment.empty())) {
    return Bad("a mapping has too many parts");
  }
  state.original.source = static_cast<uint32_t>(source);
  segments_.push_back(state);
  return absl::OkStatus();
}

std::optional<SourceMap::Original> SourceMap::Find(int32_t line,
                                                   int32_t column) const {
  const auto behind = std::upper_bound(
      segments_.begin(), segments_.end(), std::make_pair(line, column),
      [](const std::pair<int32_t, int32_t>& place, const Segment& segment) {
        return std::tie(place.first, place.second) <
               std::tie(segment.line, segment.column);
      });
  // With column -1, what is behind is the line's first.
  if (column < 0 && behind != segments_.end() && behind->line == line) {
    return behind->original;
  }
  if (behind == segments_.begin()) return std::nullopt;
  return std::prev(behind)->original;
}

}  // namespace rt
