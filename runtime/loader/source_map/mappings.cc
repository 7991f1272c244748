#include "runtime/loader/source_map/mappings.h"

#include <optional>

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

// What a segment's numbers are differences to.
struct State {
  MapSegment segment;
  int32_t source = 0;
  int32_t name = 0;
};

absl::Status AddSegment(absl::string_view text, const MappingsBase& base,
                        State& state, std::vector<MapSegment>& segments) {
  const auto advance = [&text](int32_t& value) {
    const std::optional<int32_t> difference = ConsumeVlq(text);
    return difference.has_value() && Advance(value, *difference);
  };
  if (!advance(state.segment.column)) return Bad("a column is wrong");
  MapSegment segment = state.segment;
  if (text.empty()) {
    segment.original = MappedPlace();
    segments.push_back(segment);
    return absl::OkStatus();
  }
  MappedPlace& original = state.segment.original;
  if (!advance(state.source) || !advance(original.line) ||
      !advance(original.column)) {
    return Bad("an original place is wrong");
  }
  if (static_cast<size_t>(state.source) >= base.sources) {
    return Bad("a mapping names a source that is not there");
  }
  segment.original = original;
  segment.original.source =
      static_cast<uint32_t>(base.first_source + state.source);
  if (!text.empty()) {
    if (!advance(state.name) || !text.empty()) {
      return Bad("a mapping has too many parts");
    }
    if (static_cast<size_t>(state.name) >= base.names) {
      return Bad("a mapping has a name that is not there");
    }
    segment.original.name = static_cast<uint32_t>(base.first_name + state.name);
  }
  segments.push_back(segment);
  return absl::OkStatus();
}

}  // namespace

absl::Status AddMappings(absl::string_view mappings, const MappingsBase& base,
                         std::vector<MapSegment>& segments) {
  State state;
  state.segment.line = base.line;
  state.segment.column = base.column;
  for (const absl::string_view line : absl::StrSplit(mappings, ';')) {
    for (const absl::string_view segment :
         absl::StrSplit(line, ',', absl::SkipEmpty())) {
      const absl::Status status = AddSegment(segment, base, state, segments);
      if (!status.ok()) return status;
    }
    if (!Advance(state.segment.line, 1)) return Bad("it has too many lines");
    state.segment.column = 0;
  }
  return absl::OkStatus();
}

}  // namespace rt
