#include "runtime/loader/source_map/source_map.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {
namespace {

absl::Status Bad(absl::string_view reason) {
  return absl::InvalidArgumentError(absl::StrCat("no source map: ", reason));
}

absl::string_view View(const boost::json::string& text) {
  return {text.data(), text.size()};
}

// Null where there is none of the kind.
const boost::json::array* Array(const boost::json::object& object,
                                const char* name) {
  const boost::json::value* const value = object.if_contains(name);
  return value == nullptr ? nullptr : value->if_array();
}

const boost::json::string* String(const boost::json::object& object,
                                  const char* name) {
  const boost::json::value* const value = object.if_contains(name);
  return value == nullptr ? nullptr : value->if_string();
}

// A whole number from 0 that is a place in a text.
std::optional<int32_t> Place(const boost::json::object& object,
                             const char* name) {
  const boost::json::value* const value = object.if_contains(name);
  const int64_t* const number = value == nullptr ? nullptr : value->if_int64();
  if (number == nullptr || *number < 0 || *number > INT32_MAX) return {};
  return static_cast<int32_t>(*number);
}

// A line that keeps a browser from running the map as a script
// (https://tc39.es/ecma426/#sec-source-map-format).
absl::string_view WithoutGuard(absl::string_view json) {
  if (!absl::StartsWith(json, ")]}'")) return json;
  const size_t end = json.find('\n');
  return end == absl::string_view::npos ? "" : json.substr(end + 1);
}

bool IsBefore(const MapSegment& a, const MapSegment& b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

}  // namespace

// Fills one SourceMap from JSON.
class SourceMapReader {
 public:
  explicit SourceMapReader(SourceMap& map) : map_(map) {}

  absl::Status Read(const boost::json::object& object) {
    const boost::json::value* const version = object.if_contains("version");
    if (version == nullptr || *version != 3) {
      return Bad("its version is not 3");
    }
    const absl::Status status = object.if_contains("sections") == nullptr
                                    ? ReadMap(object, {})
                                    : ReadSections(object);
    if (!status.ok()) return status;
    // In order by the format, but not every tool keeps to it.
    std::vector<MapSegment>& segments = map_.segments_;
    if (!std::is_sorted(segments.begin(), segments.end(), &IsBefore)) {
      std::stable_sort(segments.begin(), segments.end(), &IsBefore);
    }
    segments.shrink_to_fit();
    return absl::OkStatus();
  }

 private:
  absl::Status ReadSections(const boost::json::object& object) {
    const boost::json::array* const sections = Array(object, "sections");
    if (sections == nullptr) return Bad("its sections are no list");
    for (const boost::json::value& value : *sections) {
      const boost::json::object* const section = value.if_object();
      if (section == nullptr) return Bad("a section is no object");
      if (section->if_contains("url") != nullptr) {
        return Bad("a section is in another file");
      }
      const boost::json::value* const offset = section->if_contains("offset");
      const boost::json::value* const map = section->if_contains("map");
      if (offset == nullptr || !offset->is_object() || map == nullptr ||
          !map->is_object()) {
        return Bad("a section has no offset or no map");
      }
      const auto line = Place(offset->get_object(), "line");
      const auto column = Place(offset->get_object(), "column");
      if (!line.has_value() || !column.has_value()) {
        return Bad("a section's offset is no place");
      }
      // What is before it and is not mapped is of no other section.
      if (!map_.segments_.empty()) {
        map_.segments_.push_back({.line = *line, .column = *column});
      }
      const absl::Status status =
          ReadMap(map->get_object(), {.line = *line, .column = *column});
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status ReadMap(const boost::json::object& object, MappingsBase base) {
    const boost::json::string* const mappings = String(object, "mappings");
    const boost::json::array* const sources = Array(object, "sources");
    if (mappings == nullptr || sources == nullptr) {
      return Bad("it has no mappings or no sources");
    }
    base.first_source = map_.sources_.size();
    base.sources = sources->size();
    AddSources(object, *sources);
    base.first_name = map_.names_.size();
    if (const boost::json::array* const names = Array(object, "names")) {
      base.names = names->size();
      AddNames(*names);
    }
    return AddMappings(View(*mappings), base, map_.segments_);
  }

  void AddSources(const boost::json::object& object,
                  const boost::json::array& sources) {
    std::string root;
    const boost::json::string* const given = String(object, "sourceRoot");
    if (given != nullptr && !given->empty()) {
      root = absl::StrCat(absl::StripSuffix(View(*given), "/"), "/");
    }
    for (const boost::json::value& value : sources) {
      const boost::json::string* const source = value.if_string();
      map_.sources_.push_back(
          source == nullptr ? "" : absl::StrCat(root, View(*source)));
    }
  }

  void AddNames(const boost::json::array& names) {
    for (const boost::json::value& value : names) {
      const boost::json::string* const name = value.if_string();
      map_.names_.emplace_back(name == nullptr ? "" : View(*name));
    }
  }

  SourceMap& map_;
};

absl::StatusOr<SourceMap> SourceMap::Parse(absl::string_view json) {
  json = WithoutGuard(json);
  boost::json::error_code error;
  boost::json::monotonic_resource memory;
  const boost::json::value value =
      boost::json::parse({json.data(), json.size()}, error, &memory);
  if (error) return Bad(error.message());
  const boost::json::object* const object = value.if_object();
  if (object == nullptr) return Bad("it is no object");
  SourceMap map;
  const absl::Status status = SourceMapReader(map).Read(*object);
  if (!status.ok()) return status;
  return map;
}

SourceMap::Segments::const_iterator SourceMap::Behind(int32_t line,
                                                      int32_t column) const {
  return std::upper_bound(segments_.begin(), segments_.end(),
                          MapSegment{.line = line, .column = column},
                          &IsBefore);
}

std::optional<SourceMap::Original> SourceMap::Find(int32_t line,
                                                   int32_t column) const {
  if (column < 0) {
    const Line whole = FindLine(line, 0);
    if (whole.kind == Line::Kind::kNone) return std::nullopt;
    return whole.original;
  }
  auto behind = Behind(line, column);
  if (behind == segments_.begin()) return std::nullopt;
  --behind;
  if (behind->original.source == Original::kNoSource) return std::nullopt;
  return behind->original;
}

std::optional<SourceMap::Original> SourceMap::FindOnLine(int32_t line,
                                                         int32_t column) const {
  const auto behind = Behind(line, column);
  if (behind == segments_.begin() || std::prev(behind)->line != line) {
    return std::nullopt;
  }
  return Find(line, column);
}

SourceMap::Line SourceMap::FindLine(int32_t line, int32_t from_column) const {
  Line found;
  auto segment = Behind(line, from_column);
  // What is at the column began before it.
  if (segment != segments_.begin() && std::prev(segment)->line == line) {
    --segment;
  }
  const bool is_mapped = segment != segments_.end() && segment->line == line;
  for (; segment != segments_.end() && segment->line == line; ++segment) {
    const Original& original = segment->original;
    if (original.source == Original::kNoSource) continue;
    if (found.kind == Line::Kind::kNone) {
      found = {Line::Kind::kOne, original};
    } else if (original.source != found.original.source ||
               original.line != found.original.line) {
      found.kind = Line::Kind::kSeveral;
      return found;
    }
  }
  if (is_mapped) return found;
  // The rest of what began before.
  if (const auto original = Find(line, from_column)) {
    found = {Line::Kind::kOne, *original};
  }
  return found;
}

absl::string_view SourceMap::NameAt(int32_t line, int32_t column,
                                    int32_t length) const {
  const auto behind = Behind(line, column);
  if (behind == segments_.begin()) return "";
  const MapSegment& segment = *std::prev(behind);
  if (segment.line != line || segment.column != column ||
      segment.original.name == Original::kNoName) {
    return "";
  }
  if (behind != segments_.end() && behind->line == line &&
      behind->column < column + length) {
    return "";
  }
  return names_[segment.original.name];
}

std::optional<std::string> SourceContent(absl::string_view json,
                                         uint32_t source) {
  json = WithoutGuard(json);
  boost::json::error_code error;
  boost::json::monotonic_resource memory;
  const boost::json::value value =
      boost::json::parse({json.data(), json.size()}, error, &memory);
  if (error || !value.is_object()) return std::nullopt;
  std::vector<const boost::json::object*> maps;
  if (const auto* const sections = Array(value.get_object(), "sections")) {
    for (const boost::json::value& section : *sections) {
      const auto* const object = section.if_object();
      const boost::json::value* const map =
          object == nullptr ? nullptr : object->if_contains("map");
      if (map == nullptr || !map->is_object()) return std::nullopt;
      maps.push_back(&map->get_object());
    }
  } else {
    maps.push_back(&value.get_object());
  }
  size_t first = 0;
  for (const boost::json::object* map : maps) {
    const boost::json::array* const sources = Array(*map, "sources");
    const size_t count = sources == nullptr ? 0 : sources->size();
    if (source >= first + count) {
      first += count;
      continue;
    }
    const boost::json::array* const contents = Array(*map, "sourcesContent");
    const size_t index = source - first;
    if (contents == nullptr || index >= contents->size()) return std::nullopt;
    const boost::json::string* const text = (*contents)[index].if_string();
    if (text == nullptr) return std::nullopt;
    return std::string(View(*text));
  }
  return std::nullopt;
}

}  // namespace rt
