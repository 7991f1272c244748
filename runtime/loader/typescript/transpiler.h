#ifndef RUNTIME_LOADER_TYPESCRIPT_TRANSPILER_H_
#define RUNTIME_LOADER_TYPESCRIPT_TRANSPILER_H_

#include <v8.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/loader/typescript/transpiled.h"

namespace rt {

// TypeScript to JavaScript in one isolate. amaro is instantiated for the first
// file that no cache knows, and let go by Release(): an instance has megabytes
// of memory, and another takes some milliseconds.
//
// host.State<Transpiler>(), on the isolate's thread.
class Transpiler {
 public:
  explicit Transpiler(IsolateHost& host) : host_(host) {}

  // The JavaScript for the text of the file at `url`. Null with a SyntaxError
  // pending, which has the place, where it is no TypeScript.
  std::shared_ptr<const Transpiled> Transpile(v8::Isolate* isolate,
                                              const std::string& url,
                                              absl::string_view source);

  void Release() { transpile_.Reset(); }

 private:
  std::shared_ptr<const Transpiled> Make(v8::Isolate* isolate,
                                         const std::string& url,
                                         absl::string_view source);
  bool Instantiate(v8::Isolate* isolate);

  IsolateHost& host_;
  v8::Global<v8::Function> transpile_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_TRANSPILER_H_
