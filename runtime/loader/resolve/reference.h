#ifndef RUNTIME_LOADER_RESOLVE_REFERENCE_H_
#define RUNTIME_LOADER_RESOLVE_REFERENCE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// The scheme of an absolute URL, in lower case and without ":"; empty for what
// is none, such as "./a.ts", "pkg" and "#internal".
std::string UrlScheme(absl::string_view text);

// What `reference`, relative ("./a.ts", "/a.ts", "?v=2") or a file URL, means
// at the file URL `base`: the URL Standard's parser
// (https://url.spec.whatwg.org/) for this one scheme, but for its drive letters
// of another system. Never fails; a host in `reference` stays in the result,
// where FileUrlToPath() refuses it.
std::string ResolveFileReference(absl::string_view reference,
                                 absl::string_view base);

// Splits a URL before its "?" or "#", whichever comes first.
struct UrlParts {
  absl::string_view path;
  absl::string_view suffix;
};
UrlParts SplitUrl(absl::string_view url);

}  // namespace rt

#endif  // RUNTIME_LOADER_RESOLVE_REFERENCE_H_
