#include "runtime/base/nearest.h"

#include <algorithm>
#include <numeric>

namespace rt {

size_t EditDistance(absl::string_view a, absl::string_view b) {
  // row[j]: the distance of the letters of `a` looked at so far to the first j
  // letters of `b`; above it the rows of one letter and of two letters less.
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> two_above(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    two_above.swap(above);
    above.swap(row);
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = above[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = std::min({replaced, row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
        row[j + 1] = std::min(row[j + 1], two_above[j - 1] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string Nearest(absl::string_view text,
                    const std::vector<std::string>& candidates) {
  // What is much longer than any candidate cannot be near, and would be slow.
  constexpr size_t kLongest = 100;
  if (text.size() > kLongest) return "";
  std::string nearest;
  size_t nearest_distance = 0;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(text, candidate);
    if (distance > std::max(text.size(), candidate.size()) / 2) continue;
    if (nearest.empty() || distance < nearest_distance) {
      nearest = candidate;
      nearest_distance = distance;
    }
  }
  return nearest;
}

}  // namespace rt
