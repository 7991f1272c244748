#include "runtime/net/client/head_reader.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace rt {

std::optional<HttpHead> HeadReader::Take(absl::string_view line) {
  if (is_done_) return std::nullopt;
  if (absl::StartsWith(line, "HTTP/")) {
    Begin(line);
    return std::nullopt;
  }
  const bool is_end = line == "\r\n" || line == "\n";
  if (!is_end) {
    if (absl::StartsWithIgnoreCase(line, "content-encoding:")) {
      is_encoded_ = true;
    }
    head_.header_lines.append(line.data(), line.size());
    return std::nullopt;
  }
  if (head_.status < 200 && head_.status != 101) return std::nullopt;
  is_done_ = true;
  HttpHead done = std::move(head_);
  head_.status = done.status;
  return done;
}

void HeadReader::Begin(absl::string_view status_line) {
  head_ = HttpHead();
  is_encoded_ = false;
  absl::ConsumeSuffix(&status_line, "\n");
  absl::ConsumeSuffix(&status_line, "\r");
  const size_t space = status_line.find(' ');
  if (space == absl::string_view::npos) return;
  status_line.remove_prefix(space + 1);
  int status = 0;
  if (!absl::SimpleAtoi(status_line.substr(0, 3), &status)) return;
  head_.status = status;
  if (status_line.size() > 4) head_.reason = std::string(status_line.substr(4));
}

}  // namespace rt
