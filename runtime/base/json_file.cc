#include "runtime/base/json_file.h"

#include <algorithm>
#include <boost/json/stream_parser.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace rt {

absl::StatusOr<boost::json::value> ParseJsonFile(absl::string_view path,
                                                 absl::string_view text) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  boost::json::stream_parser parser;
  boost::json::error_code error;
  const size_t parsed = parser.write_some(text.data(), text.size(), error);
  const absl::string_view rest =
      absl::StripAsciiWhitespace(text.substr(parsed));
  if (!error && parser.done() && rest.empty()) return parser.release();
  const absl::string_view before = text.substr(0, parsed);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const size_t column = 1 + parsed - line_start;
  return absl::InvalidArgumentError(
      absl::StrCat(path, ":", line, ":", column, " is no valid JSON: ",
                   error ? error.message()
                         : "something is missing or left over at its end"));
}

}  // namespace rt
