#ifndef RUNTIME_LOADER_COMMON_JS_H_
#define RUNTIME_LOADER_COMMON_JS_H_

#include <v8.h>

#include "absl/strings/string_view.h"

namespace rt {

// For a ".js" file whose package does not say what it is: what shows that it is
// CommonJS. Node tells such files apart by their syntax too
// (https://nodejs.org/api/packages.html#syntax-detection).

// The text has a name that only CommonJS gives a meaning to: `require(`,
// `module.exports`, `exports.x`. An ES module may have it too, in a comment or
// as a name of its own.
bool UsesCommonJsNames(absl::string_view text);

// The module imports, exports or awaits something, as CommonJS cannot. `module`
// has just compiled; where it imports nothing, it is linked by this.
bool HasModuleSyntax(v8::Isolate* isolate, v8::Local<v8::Module> module);

}  // namespace rt

#endif  // RUNTIME_LOADER_COMMON_JS_H_
