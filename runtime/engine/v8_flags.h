#ifndef RUNTIME_ENGINE_V8_FLAGS_H_
#define RUNTIME_ENGINE_V8_FLAGS_H_

#include <string>

#include "absl/status/status.h"

namespace rt {

// Sets a flag of V8, such as "--max-lazy" or "--stack-size=2000". Fails with
// InvalidArgument where V8 has none of that name, with the nearest right one in
// the message, or does not take its value, with V8's reason.
//
// Before V8 is initialized, in a process of one thread: V8 writes its reason to
// standard error, which is caught meanwhile, and tells its flags' names only to
// a process that then ends, which is a child of this one.
absl::Status SetV8Flag(const std::string& flag);

}  // namespace rt

#endif  // RUNTIME_ENGINE_V8_FLAGS_H_
