#ifndef RUNTIME_STORE_GLOB_PATTERN_H_
#define RUNTIME_STORE_GLOB_PATTERN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// One part of a glob pattern, between two slashes.
struct GlobPart {
  enum class Kind {
    kName,      // `text` is the name
    kWildcard,  // `text` is a pattern for fnmatch(3)
    kAnyDepth,  // "**": any number of folders, also none
  };
  Kind kind;
  std::string text;
};

struct GlobPattern {
  bool is_absolute = false;
  bool only_folders = false;  // it ended with a slash
  // At least one. "**" is never followed by "**".
  std::vector<GlobPart> parts;
};

// Parses `*`, `?`, `[a-z]`, `[!a]`, `{a,b}` (nested, also across slashes), `**`
// as a whole part, and `\` before a character that stands for itself. Braces
// are expanded, so that one text gives several patterns. An unclosed bracket or
// brace, or a brace without a comma, stands for itself, as in shells.
//
// InvalidArgument where that gives more than a thousand patterns or one that
// matches nothing because it has no part.
absl::StatusOr<std::vector<GlobPattern>> ParseGlob(absl::string_view text);

// Whether a kWildcard matches a name; characters are those of UTF-8. Without
// `dot`, a name that starts with a dot is matched only by a dot. Inside of a
// GlobLocale.
bool MatchesWildcard(const GlobPart& part, const std::string& name, bool dot);

// Makes fnmatch(3) see UTF-8 on this thread while it lives; the process's
// locale stays what it is.
class GlobLocale {
 public:
  GlobLocale();
  ~GlobLocale();
  GlobLocale(const GlobLocale&) = delete;
  GlobLocale& operator=(const GlobLocale&) = delete;

 private:
  void* before_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_GLOB_PATTERN_H_
