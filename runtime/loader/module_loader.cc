#include "runtime/loader/module_loader.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

std::string Resolve(absl::string_view specifier, absl::string_view referrer) {
  if (absl::StartsWith(specifier, "rt:") ||
      absl::StartsWith(specifier, "file:")) {
    return std::string(specifier);
  }
  const std::filesystem::path from(
      std::string(absl::StripPrefix(referrer, "file://")));
  return "file://" + (from.parent_path() / std::string(specifier))
                         .lexically_normal()
                         .string();
}

void Throw(v8::Isolate* isolate, absl::string_view message) {
  isolate->ThrowException(v8::Exception::Error(NewString(isolate, message)));
}

}  // namespace

ModuleLoader::ModuleLoader(IsolateHost& host) : host_(host) {
  v8::Isolate::GetCurrent()->SetHostImportModuleDynamicallyCallback(
      &ImportCallback);
}

ModuleLoader::~ModuleLoader() = default;

std::string ModuleLoader::UrlOf(v8::Isolate* isolate,
                                v8::Local<v8::Module> module) {
  const auto range = urls_.equal_range(module->GetIdentityHash());
  for (auto entry = range.first; entry != range.second; ++entry) {
    if (modules_.at(entry->second).Get(isolate) == module) {
      return entry->second;
    }
  }
  return "";
}

v8::MaybeLocal<v8::Module> ModuleLoader::LoadBuiltin(v8::Isolate* isolate,
                                                     const std::string& url) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::Value> modules =
      host_.registry()
          ->Get(context, NewString(isolate, "modules"))
          .ToLocalChecked();
  v8::Local<v8::Value> exports;
  if (!modules.As<v8::Object>()
           ->Get(context, NewString(isolate, url))
           .ToLocal(&exports) ||
      !exports->IsObject()) {
    Throw(isolate, absl::StrCat("no built-in module '", url, "'"));
    return {};
  }
  const v8::Local<v8::Array> names =
      exports.As<v8::Object>()->GetOwnPropertyNames(context).ToLocalChecked();
  std::vector<v8::Local<v8::String>> export_names;
  for (uint32_t i = 0; i < names->Length(); ++i) {
    export_names.push_back(
        names->Get(context, i).ToLocalChecked().As<v8::String>());
  }
  return v8::Module::CreateSyntheticModule(
      isolate, NewString(isolate, url),
      v8::MemorySpan<const v8::Local<v8::String>>(export_names.data(),
                                                  export_names.size()),
      &EvaluateBuiltin);
}

v8::MaybeLocal<v8::Value> ModuleLoader::EvaluateBuiltin(
    v8::Local<v8::Context> context, v8::Local<v8::Module> module) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  ModuleLoader& self = StateOf<ModuleLoader>(isolate);
  const v8::Local<v8::Object> exports =
      self.host_.registry()
          ->Get(context, NewString(isolate, "modules"))
          .ToLocalChecked()
          .As<v8::Object>()
          ->Get(context, NewString(isolate, self.UrlOf(isolate, module)))
          .ToLocalChecked()
          .As<v8::Object>();
  const v8::Local<v8::Array> names =
      exports->GetOwnPropertyNames(context).ToLocalChecked();
  for (uint32_t i = 0; i < names->Length(); ++i) {
    const v8::Local<v8::String> name =
        names->Get(context, i).ToLocalChecked().As<v8::String>();
    module
        ->SetSyntheticModuleExport(isolate, name,
                                   exports->Get(context, name).ToLocalChecked())
        .Check();
  }
  const auto resolver = v8::Promise::Resolver::New(context).ToLocalChecked();
  resolver->Resolve(context, v8::Undefined(isolate)).Check();
  return resolver->GetPromise();
}

v8::MaybeLocal<v8::Module> ModuleLoader::Load(v8::Isolate* isolate,
                                              const std::string& url) {
  const auto known = modules_.find(url);
  if (known != modules_.end()) return known->second.Get(isolate);

  v8::Local<v8::Module> module;
  if (absl::StartsWith(url, "rt:")) {
    if (!LoadBuiltin(isolate, url).ToLocal(&module)) return {};
  } else {
    std::ifstream file(std::string(absl::StripPrefix(url, "file://")));
    if (!file) {
      Throw(isolate, absl::StrCat("cannot read module ", url));
      return {};
    }
    std::stringstream text;
    text << file.rdbuf();
    v8::ScriptOrigin origin(NewString(isolate, url), 0, 0, false, -1, {}, false,
                            false, true);
    v8::ScriptCompiler::Source source(NewString(isolate, text.str()), origin);
    if (!v8::ScriptCompiler::CompileModule(isolate, &source).ToLocal(&module)) {
      return {};
    }
  }
  modules_.emplace(url, v8::Global<v8::Module>(isolate, module));
  urls_.emplace(module->GetIdentityHash(), url);
  if (module->IsSourceTextModule()) {
    const v8::Local<v8::Context> context = isolate->GetCurrentContext();
    const v8::Local<v8::FixedArray> requests = module->GetModuleRequests();
    for (int i = 0; i < requests->Length(); ++i) {
      const auto request = requests->Get(context, i).As<v8::ModuleRequest>();
      if (Load(isolate, Resolve(ToUtf8(isolate, request->GetSpecifier()), url))
              .IsEmpty()) {
        return {};
      }
    }
  }
  return module;
}

v8::MaybeLocal<v8::Module> ModuleLoader::ResolveCallback(
    v8::Local<v8::Context> context, v8::Local<v8::String> specifier,
    v8::Local<v8::FixedArray> /*attributes*/, v8::Local<v8::Module> referrer) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  ModuleLoader& self = StateOf<ModuleLoader>(isolate);
  return self.Load(isolate, Resolve(ToUtf8(isolate, specifier),
                                    self.UrlOf(isolate, referrer)));
}

v8::MaybeLocal<v8::Promise> ModuleLoader::Evaluate(
    v8::Isolate* isolate, v8::Local<v8::Module> module) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (module->InstantiateModule(context, &ResolveCallback).IsNothing()) {
    return {};
  }
  v8::Local<v8::Value> result;
  if (!module->Evaluate(context).ToLocal(&result)) return {};
  return result.As<v8::Promise>();
}

v8::MaybeLocal<v8::Promise> ModuleLoader::RunMain(IsolateScope& scope,
                                                  const std::string& url) {
  v8::Local<v8::Module> module;
  if (!Load(scope.isolate(), url).ToLocal(&module)) return {};
  return Evaluate(scope.isolate(), module);
}

v8::MaybeLocal<v8::Promise> ModuleLoader::ImportCallback(
    v8::Local<v8::Context> context, v8::Local<v8::Data> /*options*/,
    v8::Local<v8::Value> referrer, v8::Local<v8::String> specifier,
    v8::Local<v8::FixedArray> /*attributes*/) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  ModuleLoader& self = StateOf<ModuleLoader>(isolate);
  v8::Local<v8::Promise::Resolver> resolver;
  if (!v8::Promise::Resolver::New(context).ToLocal(&resolver)) return {};
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Module> module;
  v8::Local<v8::Promise> evaluated;
  if (!self.Load(isolate,
                 Resolve(ToUtf8(isolate, specifier), ToUtf8(isolate, referrer)))
           .ToLocal(&module) ||
      !self.Evaluate(isolate, module).ToLocal(&evaluated)) {
    if (try_catch.HasTerminated()) return {};
    resolver->Reject(context, try_catch.Exception()).Check();
    return resolver->GetPromise();
  }
  resolver->Resolve(context, module->GetModuleNamespace()).Check();
  return resolver->GetPromise();
}

}  // namespace rt
