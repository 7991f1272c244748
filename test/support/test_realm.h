#ifndef TEST_SUPPORT_TEST_REALM_H_
#define TEST_SUPPORT_TEST_REALM_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "runtime/engine/isolate_scope.h"

namespace rt {

// rt's own snapshot, for tests beside code that may not know the host.
const EngineImage& TestImage();

// Makes an isolate on the calling thread, from rt's own snapshot, and calls
// `body` with it entered; then disposes of it.
void WithIsolate(absl::FunctionRef<void(IsolateScope&)> body);

// Runs `source` as a classic script that V8 knows as `name`. The text of its
// value, or of what it threw.
std::string RunScript(IsolateScope& scope, const std::string& name,
                      const std::string& source);

}  // namespace rt

#endif  // TEST_SUPPORT_TEST_REALM_H_
