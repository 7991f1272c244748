#ifndef RUNTIME_LOADER_COMPILE_MODULE_H_
#define RUNTIME_LOADER_COMPILE_MODULE_H_

#include <v8.h>

#include "absl/status/status.h"
#include "runtime/loader/module_map.h"
#include "runtime/loader/resolve/resolver.h"

namespace rt {

// Reads and compiles a record's file, unless that is done: then record.module
// or, where the text is wrong, record.error is set. Neither is where JavaScript
// is being terminated. A status is for what is to be said with the importer's
// name: the file can't be read, or is CommonJS. Isolate entered; runs none of
// the module's code.
absl::Status CompileRecord(v8::Isolate* isolate, ModuleMap& map,
                           FileTree& files, Resolver& resolver,
                           ModuleRecord& record);

}  // namespace rt

#endif  // RUNTIME_LOADER_COMPILE_MODULE_H_
