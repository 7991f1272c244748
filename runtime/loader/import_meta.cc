#include "runtime/loader/import_meta.h"

#include <string>

#include "runtime/engine/isolate_host.h"
#include "runtime/engine/properties.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/import_site.h"
#include "runtime/loader/module_loader.h"
#include "runtime/loader/resolve/path.h"

namespace rt {
namespace {

// import.meta.resolve(specifier)
void Resolve(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  ModuleLoader& loader = StateOf<ModuleLoader>(isolate);
  const ModuleRecord& record =
      loader.map().At(info.Data().As<v8::Uint32>()->Value());
  v8::Local<v8::String> text;
  if (!info[0]->ToString(isolate->GetCurrentContext()).ToLocal(&text)) return;
  const std::string specifier = ToUtf8(isolate, text);
  const absl::StatusOr<std::string> url =
      loader.resolver().ResolveUrl(specifier, record.source.url);
  if (!url.ok()) {
    isolate->ThrowException(
        ImportSite(record.source.url).Error(isolate, url.status(), specifier));
    return;
  }
  info.GetReturnValue().Set(NewString(isolate, *url));
}

}  // namespace

void InitializeImportMeta(v8::Local<v8::Context> context,
                          v8::Local<v8::Module> module,
                          v8::Local<v8::Object> meta) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  ModuleLoader& loader = StateOf<ModuleLoader>(isolate);
  const ModuleRecord* const record = loader.map().Of(isolate, module);
  if (record == nullptr) return;
  const auto set = [&](const char* name, v8::Local<v8::Value> value) {
    SetOwn(context, meta, name, value);
  };
  const std::string& path = record->source.path;
  set("url", NewString(isolate, record->source.url));
  set("filename", NewString(isolate, path));
  set("dirname", NewString(isolate, FolderOf(path)));
  set("main", v8::Boolean::New(isolate, loader.IsMain(*record)));
  v8::Local<v8::Function> resolve;
  if (!v8::Function::New(context, &Resolve,
                         v8::Integer::NewFromUnsigned(isolate, record->id), 1,
                         v8::ConstructorBehavior::kThrow)
           .ToLocal(&resolve)) {
    return;
  }
  resolve->SetName(NewString(isolate, "resolve"));
  set("resolve", resolve);
}

}  // namespace rt
