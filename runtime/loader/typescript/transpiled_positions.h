#ifndef RUNTIME_LOADER_TYPESCRIPT_TRANSPILED_POSITIONS_H_
#define RUNTIME_LOADER_TYPESCRIPT_TRANSPILED_POSITIONS_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/loader/source_map/source_map.h"

namespace rt {

// From transpiled JavaScript to its one TypeScript file. The file's text is not
// kept: it is read again for an error, and taken if it is still the same.
class TranspiledPositions final : public PositionMap {
 public:
  // `source` is the text of the file at `path`, without a byte order mark;
  // `map` is empty or a source map.
  TranspiledPositions(absl::string_view url, absl::string_view path,
                      absl::string_view source, absl::string_view map);

  bool moves() const override { return map_.has_value(); }
  std::optional<SourcePosition> Map(int line, int column) const override;
  std::optional<SourcePosition> MapLine(int line, int function_line,
                                        int function_column) const override;
  std::optional<SourcePosition> MapFunction(int line,
                                            int column) const override {
    return Map(line, column);
  }
  std::optional<absl::string_view> WholeFile() const override { return url_; }
  std::string SourceLine(const SourcePosition& original) const override;

 private:
  const std::string url_;
  const std::string path_;
  const std::string hash_;
  std::optional<SourceMap> map_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_TRANSPILED_POSITIONS_H_
