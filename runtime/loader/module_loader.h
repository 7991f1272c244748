#ifndef RUNTIME_LOADER_MODULE_LOADER_H_
#define RUNTIME_LOADER_MODULE_LOADER_H_

#include <v8.h>

#include <map>
#include <string>
#include <unordered_map>

#include "absl/strings/string_view.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"

namespace rt {

// The modules of one realm: one per URL, loaded with all that they import.
// The State<ModuleLoader>() of an isolate; on its thread.
class ModuleLoader {
 public:
  explicit ModuleLoader(IsolateHost& host);
  ~ModuleLoader();

  // Loads, links and evaluates the module at `url`. The promise is that of its
  // evaluation. Empty with an exception pending, where the module or one that
  // it imports cannot be had, does not parse or does not link.
  v8::MaybeLocal<v8::Promise> RunMain(IsolateScope& scope,
                                      const std::string& url);

 private:
  static v8::MaybeLocal<v8::Module> ResolveCallback(
      v8::Local<v8::Context> context, v8::Local<v8::String> specifier,
      v8::Local<v8::FixedArray> attributes, v8::Local<v8::Module> referrer);
  static v8::MaybeLocal<v8::Promise> ImportCallback(
      v8::Local<v8::Context> context, v8::Local<v8::Data> options,
      v8::Local<v8::Value> referrer, v8::Local<v8::String> specifier,
      v8::Local<v8::FixedArray> attributes);
  static v8::MaybeLocal<v8::Value> EvaluateBuiltin(
      v8::Local<v8::Context> context, v8::Local<v8::Module> module);

  v8::MaybeLocal<v8::Module> Load(v8::Isolate* isolate, const std::string& url);
  v8::MaybeLocal<v8::Module> LoadBuiltin(v8::Isolate* isolate,
                                         const std::string& url);
  v8::MaybeLocal<v8::Promise> Evaluate(v8::Isolate* isolate,
                                       v8::Local<v8::Module> module);

  std::string UrlOf(v8::Isolate* isolate, v8::Local<v8::Module> module);

  IsolateHost& host_;
  std::map<std::string, v8::Global<v8::Module>> modules_;
  std::unordered_multimap<int, std::string> urls_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_MODULE_LOADER_H_
