#ifndef RUNTIME_LOADER_TYPESCRIPT_CONTENT_HASH_H_
#define RUNTIME_LOADER_TYPESCRIPT_CONTENT_HASH_H_

#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// The SHA-256 of the parts, each with its length, as 64 hexadecimal digits: two
// texts with the same one are the same text, also where someone wants them not
// to be.
std::string ContentHash(std::initializer_list<absl::string_view> parts);

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_CONTENT_HASH_H_
