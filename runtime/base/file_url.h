#ifndef RUNTIME_BASE_FILE_URL_H_
#define RUNTIME_BASE_FILE_URL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// `text` with "%XX" for the characters in `set`, for controls and the space,
// and for every byte beyond ASCII: the URL Standard's percent-encode sets.
std::string PercentEncode(absl::string_view text, absl::string_view set);

// Bytes for "%XX". As in the URL Standard, a "%" without two digits is itself.
std::string PercentDecode(absl::string_view text);

// "file:///tmp/a%20b.ts" for "/tmp/a b.ts". The path is absolute and is taken
// as it is: "." and ".." stay. Every byte of it survives the way to a URL and
// back, also those that are no UTF-8. The rules are those of the URL Standard
// (https://url.spec.whatwg.org/#path-percent-encode-set), with "%", "?", "#"
// and
// "\" encoded as well, which mean something else in a URL.
std::string PathToFileUrl(absl::string_view path);

// The way back. A query and a fragment are left out: they tell two URLs of one
// file apart. InvalidArgument, with the URL in the message, for what is no file
// URL, names another host than this one ("" or "localhost"), or has an encoded
// "/" or NUL, which no file name can have.
absl::StatusOr<std::string> FileUrlToPath(absl::string_view url);

// For messages and labels: the path of a file URL, any other URL as it is.
std::string DisplayPath(absl::string_view url);

}  // namespace rt

#endif  // RUNTIME_BASE_FILE_URL_H_
