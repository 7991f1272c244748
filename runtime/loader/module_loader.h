#ifndef RUNTIME_LOADER_MODULE_LOADER_H_
#define RUNTIME_LOADER_MODULE_LOADER_H_

#include <v8.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/loader/import_site.h"
#include "runtime/loader/module_map.h"
#include "runtime/loader/resolve/resolver.h"
#include "runtime/policy/policy.h"

namespace rt {

// The modules of one realm. Loading one takes three stages, which files of this
// folder are named for: resolve/ finds the file that a specifier means,
// compile_module makes a module of it (and of all that it imports), and
// evaluate_module links and runs the lot. Files are read on the realm's thread.
//
// host.State<ModuleLoader>(), on the isolate's thread.
class ModuleLoader {
 public:
  explicit ModuleLoader(IsolateHost& host);

  // Loads, links and evaluates the module at `url`, which from now on is the
  // one whose import.meta.main is true. The promise is that of its evaluation.
  // Empty with an exception pending, where the module or one that it imports
  // cannot be had, does not parse or does not link.
  v8::MaybeLocal<v8::Promise> RunMain(IsolateScope& scope,
                                      const std::string& url);

  // The namespace object of the main module. After RunMain().
  v8::Local<v8::Value> MainNamespace(v8::Isolate* isolate);

  // Where the main module, or one that it imports, waits at its top level, as
  // V8 tells it. Empty where none does.
  v8::MaybeLocal<v8::Message> StalledAwait(v8::Isolate* isolate);

  // The URL of the module whose code threw what the main module's evaluation
  // ended with. Empty where that cannot be told, as in a cycle.
  std::string ThrowingModule(v8::Isolate* isolate);

  // Finds the module that an import at `site` means, and compiles it and all
  // that it imports, as far as that is not done. Null with an exception
  // pending.
  ModuleRecord* Load(v8::Isolate* isolate, const ImportSite& site,
                     const std::string& specifier,
                     const absl::StatusOr<ModuleType>& type);

  // A line of a module's text, as ReadSourceLine() gives it.
  std::string SourceLine(absl::string_view url, int line);

  ModuleMap& map() { return map_; }
  Resolver& resolver() { return resolver_; }
  bool IsMain(const ModuleRecord& record) const { return &record == main_; }

 private:
  ModuleRecord* Import(v8::Isolate* isolate, const ImportSite& site,
                       const std::string& specifier,
                       const absl::StatusOr<ModuleType>& type);
  absl::StatusOr<ModuleRecord*> Find(v8::Isolate* isolate,
                                     absl::string_view referrer,
                                     const std::string& specifier,
                                     const absl::StatusOr<ModuleType>& type);
  bool LoadRequests(v8::Isolate* isolate, ModuleRecord& record,
                    std::vector<ModuleRecord*>& found);

  const std::shared_ptr<const Policy> policy_;  // null outside of a sandbox
  const bool is_disk_;
  const std::unique_ptr<FileTree> files_;
  Resolver resolver_{*files_};
  ModuleMap map_;
  ModuleRecord* main_ = nullptr;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_MODULE_LOADER_H_
