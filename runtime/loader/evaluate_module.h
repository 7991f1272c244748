#ifndef RUNTIME_LOADER_EVALUATE_MODULE_H_
#define RUNTIME_LOADER_EVALUATE_MODULE_H_

#include <v8.h>

#include "runtime/loader/module_map.h"

namespace rt {

// Links a record whose graph has compiled, and runs what of it has not run. The
// promise is that of the evaluation: pending where a top-level await is,
// rejected where a module threw. Nothing, with an exception pending, where it
// does not link. Isolate entered, and not from inside of a module's evaluation
// (https://tc39.es/ecma262/#sec-moduleevaluation).
v8::MaybeLocal<v8::Promise> EvaluateRecord(v8::Isolate* isolate,
                                           ModuleRecord& record);

}  // namespace rt

#endif  // RUNTIME_LOADER_EVALUATE_MODULE_H_
