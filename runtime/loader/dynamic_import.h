#ifndef RUNTIME_LOADER_DYNAMIC_IMPORT_H_
#define RUNTIME_LOADER_DYNAMIC_IMPORT_H_

#include <v8.h>

namespace rt {

// The expression import(), as a v8::HostImportModuleDynamicallyCallback. Files
// are read and compiled at once; what they hold runs in a microtask, since the
// caller may be a module that is being evaluated. The promise is settled when
// all of it has run, top-level awaits included.
v8::MaybeLocal<v8::Promise> ImportDynamically(
    v8::Local<v8::Context> context, v8::Local<v8::Data> host_options,
    v8::Local<v8::Value> referrer, v8::Local<v8::String> specifier,
    v8::Local<v8::FixedArray> attributes);

}  // namespace rt

#endif  // RUNTIME_LOADER_DYNAMIC_IMPORT_H_
