#include "runtime/loader/dynamic_import.h"

#include <string>

#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/evaluate_module.h"
#include "runtime/loader/import_attributes.h"
#include "runtime/loader/import_site.h"
#include "runtime/loader/module_loader.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// Both functions know their module by its record's id.
ModuleRecord& RecordOf(const Info& info) {
  return StateOf<ModuleLoader>(info.GetIsolate())
      .map()
      .At(info.Data().As<v8::Uint32>()->Value());
}

void ReturnNamespace(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  info.GetReturnValue().Set(
      RecordOf(info).module.Get(isolate)->GetModuleNamespace());
}

v8::MaybeLocal<v8::Promise> Then(v8::Local<v8::Context> context,
                                 v8::Local<v8::Promise> promise,
                                 v8::FunctionCallback callback, uint32_t id) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Function> function;
  if (!v8::Function::New(context, callback,
                         v8::Integer::NewFromUnsigned(isolate, id))
           .ToLocal(&function)) {
    return {};
  }
  return promise->Then(context, function);
}

void EvaluateThenReturnNamespace(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  ModuleRecord& record = RecordOf(info);
  v8::Local<v8::Promise> evaluated;
  v8::Local<v8::Promise> name_space;
  if (EvaluateRecord(isolate, record).ToLocal(&evaluated) &&
      Then(isolate->GetCurrentContext(), evaluated, &ReturnNamespace, record.id)
          .ToLocal(&name_space)) {
    info.GetReturnValue().Set(name_space);
  }
}

}  // namespace

v8::MaybeLocal<v8::Promise> ImportDynamically(
    v8::Local<v8::Context> context, v8::Local<v8::Data> /*host_options*/,
    v8::Local<v8::Value> referrer, v8::Local<v8::String> specifier,
    v8::Local<v8::FixedArray> attributes) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  ModuleLoader& loader = StateOf<ModuleLoader>(isolate);
  v8::Local<v8::Promise::Resolver> resolver;
  if (!v8::Promise::Resolver::New(context).ToLocal(&resolver)) return {};

  const std::string url = ToUtf8(isolate, referrer);
  v8::TryCatch try_catch(isolate);
  ModuleRecord* const record =
      loader.Load(isolate, ImportSite(url), ToUtf8(isolate, specifier),
                  TypeFromAttributes(isolate, attributes, kDynamicStride));
  if (record == nullptr) {
    if (try_catch.HasTerminated()) {
      try_catch.ReThrow();
      return {};
    }
    if (resolver->Reject(context, try_catch.Exception()).IsNothing()) return {};
    return resolver->GetPromise();
  }
  if (resolver->Resolve(context, v8::Undefined(isolate)).IsNothing()) return {};
  return Then(context, resolver->GetPromise(), &EvaluateThenReturnNamespace,
              record->id);
}

}  // namespace rt
