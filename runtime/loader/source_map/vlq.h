#ifndef RUNTIME_LOADER_SOURCE_MAP_VLQ_H_
#define RUNTIME_LOADER_SOURCE_MAP_VLQ_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace rt {

// Takes one number off the start of `text`: a variable-length quantity in base
// 64, as https://tc39.es/ecma426/#sec-base64-vlq has it. Nothing for what is no
// number, or none of 32 bits.
std::optional<int32_t> ConsumeVlq(absl::string_view& text);

}  // namespace rt

#endif  // RUNTIME_LOADER_SOURCE_MAP_VLQ_H_
