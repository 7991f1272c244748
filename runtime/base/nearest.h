#ifndef RUNTIME_BASE_NEAREST_H_
#define RUNTIME_BASE_NEAREST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace rt {

// How many typing errors lie between `a` and `b`: a letter put in, left out,
// replaced, or swapped with the next one (optimal string alignment).
size_t EditDistance(absl::string_view a, absl::string_view b);

// The candidate that someone may have meant who typed `text`: the nearest one
// by EditDistance(), the first of several; empty where all differ in more than
// half of their letters.
std::string Nearest(absl::string_view text,
                    const std::vector<std::string>& candidates);

}  // namespace rt

#endif  // RUNTIME_BASE_NEAREST_H_
