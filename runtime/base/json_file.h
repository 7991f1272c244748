#ifndef RUNTIME_BASE_JSON_FILE_H_
#define RUNTIME_BASE_JSON_FILE_H_

#include <boost/json/value.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace rt {

// What the text of a JSON file says (RFC 8259), which may begin with a byte
// order mark. InvalidArgument for what is no JSON, with the file's `path`,
// the line and the column (in bytes) of the first character that is wrong.
absl::StatusOr<boost::json::value> ParseJsonFile(absl::string_view path,
                                                 absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_BASE_JSON_FILE_H_
