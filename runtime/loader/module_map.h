#ifndef RUNTIME_LOADER_MODULE_MAP_H_
#define RUNTIME_LOADER_MODULE_MAP_H_

#include <v8.h>

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "runtime/loader/resolve/resolver.h"

namespace rt {

// What an import asks for by its attributes. A file may be imported as either,
// and is two modules then.
enum class ModuleType { kCode, kJson };

// One module of a realm.
struct ModuleRecord {
  // Its place in the map, for V8's callbacks to name it by.
  uint32_t id = 0;
  ResolvedModule source;
  ModuleType type = ModuleType::kCode;
  // Empty until it compiled.
  v8::Global<v8::Module> module;
  // Why it does not compile: the same error for whoever imports it.
  v8::Global<v8::Value> error;
  // A JSON module's value, until it is evaluated.
  v8::Global<v8::Value> json;
  // What its import statements lead to, in their order; filled when all of it
  // has compiled.
  std::vector<ModuleRecord*> requests;
  // The modules that its imports lead to, static and dynamic, by specifier and
  // type: an import leads to the same module each time it is asked for
  // (https://tc39.es/ecma262/#sec-HostLoadImportedModule).
  absl::flat_hash_map<std::pair<std::string, ModuleType>, ModuleRecord*>
      imports;
};

// The modules of one realm: one per URL and type, for the realm's life.
// Look-ups are O(1). Part of ModuleLoader; on the realm's thread.
class ModuleMap {
 public:
  // The record for a URL and type: the one that is there, or a new one.
  ModuleRecord& Get(ResolvedModule source, ModuleType type);

  // Null where there is none.
  ModuleRecord* Find(absl::string_view url, ModuleType type);

  ModuleRecord& At(uint32_t id) { return records_.at(id); }

  // Once, when a record has compiled.
  void SetModule(v8::Isolate* isolate, ModuleRecord& record,
                 v8::Local<v8::Module> module);

  // The record that a module is of; null for a module from elsewhere.
  ModuleRecord* Of(v8::Isolate* isolate, v8::Local<v8::Module> module);

 private:
  std::deque<ModuleRecord> records_;
  absl::flat_hash_map<std::pair<std::string, ModuleType>, ModuleRecord*>
      by_url_;
  // By V8's identity hash, which two modules may share.
  std::unordered_multimap<int, ModuleRecord*> by_hash_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_MODULE_MAP_H_
