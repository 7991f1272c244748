#include "runtime/loader/module_loader.h"

#include <algorithm>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/container/flat_hash_set.h"
#include "runtime/base/file_url.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/compile_module.h"
#include "runtime/loader/dynamic_import.h"
#include "runtime/loader/evaluate_module.h"
#include "runtime/loader/import_attributes.h"
#include "runtime/loader/import_meta.h"
#include "runtime/loader/resolve/module_source.h"
#include "runtime/loader/resolve/source_line.h"
#include "runtime/loader/sandbox_files.h"
#include "runtime/loader/stack_trace.h"
#include "runtime/loader/synthetic_module.h"
#include "runtime/loader/typescript/transpiler.h"

namespace rt {
namespace {

std::unique_ptr<FileTree> FilesOf(RealmControl& realm) {
  if (realm.module_source() != nullptr) {
    return realm.module_source()->Open(realm.interruption());
  }
  if (realm.policy() != nullptr) {
    return NewSandboxFileTree(realm.interruption(), realm.policy());
  }
  return NewDiskFileTree(realm.interruption());
}

}  // namespace

ModuleLoader::ModuleLoader(IsolateHost& host)
    : policy_(host.control().policy()),
      is_disk_(host.control().module_source() == nullptr),
      files_(FilesOf(host.control())) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  isolate->SetHostImportModuleDynamicallyCallback(&ImportDynamically);
  isolate->SetHostInitializeImportMetaObjectCallback(&InitializeImportMeta);
  PrepareStackTraces(isolate);
}

v8::MaybeLocal<v8::Promise> ModuleLoader::RunMain(IsolateScope& scope,
                                                  const std::string& url) {
  v8::Isolate* const isolate = scope.isolate();
  ModuleRecord* const record =
      Load(isolate, ImportSite(), url, ModuleType::kCode);
  if (record == nullptr) return {};
  main_ = record;
  return EvaluateRecord(isolate, *record);
}

v8::Local<v8::Value> ModuleLoader::MainNamespace(v8::Isolate* isolate) {
  return main_->module.Get(isolate)->GetModuleNamespace();
}

v8::MaybeLocal<v8::Message> ModuleLoader::StalledAwait(v8::Isolate* isolate) {
  if (main_ == nullptr) return {};
  const v8::Local<v8::Module> module = main_->module.Get(isolate);
  if (!module->IsSourceTextModule()) return {};
  const auto stalled = module->GetStalledTopLevelAwaitMessages(isolate).second;
  return stalled.empty() ? v8::MaybeLocal<v8::Message>() : stalled[0];
}

std::string ModuleLoader::ThrowingModule(v8::Isolate* isolate) {
  v8::HandleScope handles(isolate);
  const auto threw = [&](const ModuleRecord* record) {
    return record->module.Get(isolate)->GetStatus() == v8::Module::kErrored;
  };
  // Whoever imports a module that threw ends with the same error.
  const ModuleRecord* thrower = main_;
  absl::flat_hash_set<const ModuleRecord*> seen;
  while (thrower != nullptr && threw(thrower)) {
    if (!seen.insert(thrower).second) return "";
    const auto cause =
        std::find_if(thrower->requests.begin(), thrower->requests.end(), threw);
    if (cause == thrower->requests.end()) return thrower->source.url;
    thrower = *cause;
  }
  return "";
}

std::string ModuleLoader::SourceLine(absl::string_view url, int line) {
  // A tree of the disk would wait for what is no regular file.
  if (is_disk_) return ReadSourceLine(url, line);
  const absl::StatusOr<std::string> path = FileUrlToPath(url);
  if (!path.ok()) return "";
  const absl::StatusOr<std::string> text = files_->Read(*path);
  return text.ok() ? SourceLineOf(*text, line) : "";
}

ModuleRecord* ModuleLoader::Load(v8::Isolate* isolate, const ImportSite& site,
                                 const std::string& specifier,
                                 const absl::StatusOr<ModuleType>& type) {
  const absl::Cleanup release = [isolate] {
    StateOf<Transpiler>(isolate).Release();
  };
  ModuleRecord* const root = Import(isolate, site, specifier, type);
  if (root == nullptr) return nullptr;
  // Its imports, and theirs, without recursion: a graph may be of any depth.
  std::vector<ModuleRecord*> found = {root};
  absl::flat_hash_set<const ModuleRecord*> seen = {root};
  for (size_t i = 0; i < found.size(); ++i) {
    v8::HandleScope handles(isolate);
    std::vector<ModuleRecord*> children;
    if (!LoadRequests(isolate, *found[i], children)) return nullptr;
    for (ModuleRecord* child : children) {
      if (seen.insert(child).second) found.push_back(child);
    }
  }
  return root;
}

bool ModuleLoader::LoadRequests(v8::Isolate* isolate, ModuleRecord& record,
                                std::vector<ModuleRecord*>& found) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::Module> module = record.module.Get(isolate);
  // All below a linked module is there.
  if (!module->IsSourceTextModule() ||
      module->GetStatus() != v8::Module::kUninstantiated) {
    return true;
  }
  const v8::Local<v8::FixedArray> requests = module->GetModuleRequests();
  std::vector<ModuleRecord*> children;
  for (int i = 0; i < requests->Length(); ++i) {
    const auto request = requests->Get(context, i).As<v8::ModuleRequest>();
    ModuleRecord* const child =
        Import(isolate, ImportSite(record.source.url, module, request),
               ToUtf8(isolate, request->GetSpecifier()),
               TypeFromAttributes(isolate, request->GetImportAttributes(),
                                  kRequestStride));
    if (child == nullptr) return false;
    children.push_back(child);
  }
  found = children;
  record.requests = std::move(children);
  return true;
}

ModuleRecord* ModuleLoader::Import(v8::Isolate* isolate, const ImportSite& site,
                                   const std::string& specifier,
                                   const absl::StatusOr<ModuleType>& type) {
  const absl::StatusOr<ModuleRecord*> record =
      Find(isolate, site.url(), specifier, type);
  absl::Status status = record.status();
  if (status.ok()) {
    status = CompileRecord(isolate, map_, *files_, resolver_, **record);
  }
  if (!status.ok()) {
    isolate->ThrowException(site.Error(isolate, status, specifier));
    return nullptr;
  }
  if (!(*record)->error.IsEmpty()) {
    isolate->ThrowException((*record)->error.Get(isolate));
    return nullptr;
  }
  return (*record)->module.IsEmpty() ? nullptr : *record;
}

absl::StatusOr<ModuleRecord*> ModuleLoader::Find(
    v8::Isolate* isolate, absl::string_view referrer,
    const std::string& specifier, const absl::StatusOr<ModuleType>& type) {
  if (!type.ok()) return type.status();
  ModuleRecord* const importer = map_.Find(referrer, ModuleType::kCode);
  if (importer != nullptr) {
    const auto known = importer->imports.find({specifier, *type});
    if (known != importer->imports.end()) return known->second;
  }
  if (policy_ != nullptr && is_disk_) {
    absl::Status granted =
        CheckGranted(*policy_, *files_, resolver_, specifier, referrer);
    if (!granted.ok()) return granted;
  }
  absl::StatusOr<ResolvedModule> source =
      resolver_.Resolve(specifier, referrer);
  if (!source.ok()) return source.status();
  absl::Status status = CheckType(*source, *type);
  if (status.ok() && source->format == ModuleFormat::kBuiltin) {
    status = CheckBuiltin(isolate, source->url);
    if (status.ok() && policy_ != nullptr) {
      status = CheckBuiltinGranted(*policy_, source->url);
    }
  }
  if (!status.ok()) return status;
  ModuleRecord& record = map_.Get(*std::move(source), *type);
  if (importer != nullptr) importer->imports[{specifier, *type}] = &record;
  return &record;
}

}  // namespace rt
