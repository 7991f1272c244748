#ifndef RUNTIME_LOADER_IMPORT_META_H_
#define RUNTIME_LOADER_IMPORT_META_H_

#include <v8.h>

namespace rt {

// Fills a module's import.meta when it is first used: url, filename and dirname
// (of a file), main (it is the module that its realm was started with), and
// resolve(specifier), which gives a URL. A
// v8::HostInitializeImportMetaObjectCallback.
void InitializeImportMeta(v8::Local<v8::Context> context,
                          v8::Local<v8::Module> module,
                          v8::Local<v8::Object> meta);

}  // namespace rt

#endif  // RUNTIME_LOADER_IMPORT_META_H_
