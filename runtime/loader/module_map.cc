#include "runtime/loader/module_map.h"

namespace rt {

ModuleRecord& ModuleMap::Get(ResolvedModule source, ModuleType type) {
  ModuleRecord*& known = by_url_[{source.url, type}];
  if (known == nullptr) {
    known = &records_.emplace_back();
    known->id = static_cast<uint32_t>(records_.size() - 1);
    known->source = std::move(source);
    known->type = type;
  }
  return *known;
}

ModuleRecord* ModuleMap::Find(absl::string_view url, ModuleType type) {
  const auto found = by_url_.find({std::string(url), type});
  return found == by_url_.end() ? nullptr : found->second;
}

void ModuleMap::SetModule(v8::Isolate* isolate, ModuleRecord& record,
                          v8::Local<v8::Module> module) {
  record.module.Reset(isolate, module);
  by_hash_.emplace(module->GetIdentityHash(), &record);
}

ModuleRecord* ModuleMap::Of(v8::Isolate* isolate,
                            v8::Local<v8::Module> module) {
  const auto [begin, end] = by_hash_.equal_range(module->GetIdentityHash());
  for (auto entry = begin; entry != end; ++entry) {
    if (entry->second->module.Get(isolate) == module) return entry->second;
  }
  return nullptr;
}

}  // namespace rt
