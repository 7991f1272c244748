#include "runtime/loader/resolve/source_line.h"

#include "absl/strings/strip.h"
#include "runtime/base/file_url.h"
#include "runtime/base/line_of.h"
#include "runtime/loader/resolve/file_tree.h"

namespace rt {

std::string ReadSourceLine(absl::string_view url, int line) {
  const absl::StatusOr<std::string> path = FileUrlToPath(url);
  if (!path.ok()) return "";
  const absl::StatusOr<std::string> content = ReadRegularFile(*path);
  if (!content.ok()) return "";
  return SourceLineOf(*content, line);
}

std::string SourceLineOf(absl::string_view text, int line) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  return LineOf(text, line);
}

}  // namespace rt
