#include "runtime/loader/typescript/transpiled_positions.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/strip.h"
#include "runtime/base/line_of.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/loader/typescript/content_hash.h"

namespace rt {

TranspiledPositions::TranspiledPositions(absl::string_view url,
                                         absl::string_view path,
                                         absl::string_view source,
                                         absl::string_view map)
    : url_(url), path_(path), hash_(ContentHash({source})) {
  if (map.empty()) return;
  // The cache has a checksum, so that what is here is as amaro made it.
  absl::StatusOr<SourceMap> parsed = SourceMap::Parse(map);
  if (parsed.ok()) map_ = *std::move(parsed);
}

std::optional<SourcePosition> TranspiledPositions::Map(int line,
                                                       int column) const {
  if (!map_.has_value()) return SourcePosition{url_, line, column};
  const std::optional<SourceMap::Original> original =
      map_->Find(line - 1, column - 1);
  if (!original.has_value()) return std::nullopt;
  return SourcePosition{url_, original->line + 1, original->column + 1};
}

// amaro gives each statement a line of its own.
std::optional<SourcePosition> TranspiledPositions::MapLine(
    int line, int /*function_line*/, int /*function_column*/) const {
  return Map(line, 0);
}

std::string TranspiledPositions::SourceLine(
    const SourcePosition& original) const {
  const absl::StatusOr<std::string> content = ReadRegularFile(path_);
  if (!content.ok()) return "";
  absl::string_view source = *content;
  absl::ConsumePrefix(&source, "\xEF\xBB\xBF");
  return ContentHash({source}) == hash_ ? LineOf(source, original.line) : "";
}

}  // namespace rt
