#ifndef HOST_SNAPSHOT_KEPT_FUNCTIONS_H_
#define HOST_SNAPSHOT_KEPT_FUNCTIONS_H_

#include <v8.h>

#include <set>
#include <string>

namespace rt {

// V8 flags for KeepFunctions(), from before V8 starts.
inline constexpr const char* kKeepFunctionsFlags[] = {
    "--allow-natives-syntax",
    // Of a flag that says what garbage is; see there.
    "--no-freeze-flags-after-init",
    // Machine code cannot be in a snapshot.
    "--no-sparkplug",
};

// The names in a list of one a line, but for empty lines and those that begin
// with "//".
std::set<std::string> ReadFunctionNames(const char* path);

// Of the functions that there are, compiles those that have one of these names,
// and drops the bytecode of all others, so that a snapshot with
// FunctionCodeHandling::kKeep holds the former and nothing else.
//
// What ran until then made the modules, and never runs again. A function is
// compiled without a call, so that nothing changes that the modules know.
//
// With the context entered. The names that no function has.
std::set<std::string> KeepFunctions(v8::Local<v8::Context> context,
                                    const std::set<std::string>& names);

}  // namespace rt

#endif  // HOST_SNAPSHOT_KEPT_FUNCTIONS_H_
