#include "runtime/loader/source_map/source_map.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace rt {
namespace {

absl::Status Invalid(absl::string_view what) {
  return absl::InvalidArgumentError(what);
}

// A string field; empty where it is missing or null.
absl::StatusOr<std::string> OptionalString(const boost::json::object& map,
                                           const char* name) {
  const boost::json::value* const value = map.if_contains(name);
  if (value == nullptr || value->is_null()) return "";
  if (!value->is_string())
    return Invalid(absl::StrCat("its ", name, " is no string"));
  return std::string(value->get_string());
}

absl::StatusOr<std::vector<std::string>> Sources(
    const boost::json::object& map) {
  const boost::json::value* const value = map.if_contains("sources");
  if (value == nullptr || !value->is_array()) {
    return Invalid("it has no list of sources");
  }
  absl::StatusOr<std::string> root = OptionalString(map, "sourceRoot");
  if (!root.ok()) return root.status();
  if (!root->empty() && !absl::EndsWith(*root, "/")) root->push_back('/');
  std::vector<std::string> sources;
  for (const boost::json::value& source : value->get_array()) {
    if (source.is_string()) {
      sources.push_back(absl::StrCat(*root, std::string(source.get_string())));
    } else if (source.is_null()) {
      sources.emplace_back();
    } else {
      return Invalid("one of its sources is no string");
    }
  }
  return sources;
}

}  // namespace

absl::StatusOr<SourceMap> SourceMap::Parse(absl::string_view json) {
  // A server may put this before JSON, so that it is no script (ECMA-426).
  if (absl::StartsWith(json, ")]}")) {
    json.remove_prefix(std::min(json.find('\n'), json.size()));
  }
  boost::json::error_code error;
  const boost::json::value value =
      boost::json::parse({json.data(), json.size()}, error);
  if (error) return Invalid(absl::StrCat("it is no JSON: ", error.message()));
  if (!value.is_object()) return Invalid("it is no JSON object");
  const boost::json::object& map = value.get_object();

  const boost::json::value* const version = map.if_contains("version");
  if (version == nullptr || !version->is_int64() || version->get_int64() != 3) {
    return Invalid("its version is not 3");
  }
  if (map.if_contains("sections") != nullptr) {
    return Invalid("it is made of sections, which are not supported");
  }
  absl::StatusOr<std::vector<std::string>> sources = Sources(map);
  if (!sources.ok()) return sources.status();
  const absl::StatusOr<std::string> text = OptionalString(map, "mappings");
  if (!text.ok()) return text.status();
  absl::StatusOr<Mappings> mappings =
      Mappings::Decode(*text, static_cast<uint32_t>(sources->size()));
  if (!mappings.ok()) return mappings.status();

  SourceMap result;
  result.sources_ = *std::move(sources);
  result.mappings_ = *std::move(mappings);
  return result;
}

std::optional<SourceMap::Original> SourceMap::Find(
    uint32_t line, std::optional<uint32_t> column) const {
  const MappingSegment* const segment = mappings_.Find(line, column);
  if (segment == nullptr) return std::nullopt;
  return Original{segment->source, segment->original_line,
                  segment->original_column};
}

}  // namespace rt
