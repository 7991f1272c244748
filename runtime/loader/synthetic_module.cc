#include "runtime/loader/synthetic_module.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/check.h"
#include "runtime/base/file_url.h"
#include "runtime/base/nearest.h"
#include "runtime/engine/error_location.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/module_loader.h"
#include "runtime/loader/resolve/resolve_error.h"

namespace rt {
namespace {

v8::Local<v8::Object> Builtins(v8::Isolate* isolate) {
  return IsolateHost::Of(isolate)
      .registry()
      ->Get(isolate->GetCurrentContext(), NewString(isolate, "modules"))
      .ToLocalChecked()
      .As<v8::Object>();
}

std::vector<v8::Local<v8::String>> Keys(v8::Isolate* isolate,
                                        v8::Local<v8::Object> object) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::Array> names =
      object->GetOwnPropertyNames(context).ToLocalChecked();
  std::vector<v8::Local<v8::String>> keys;
  for (uint32_t i = 0; i < names->Length(); ++i) {
    keys.push_back(names->Get(context, i).ToLocalChecked().As<v8::String>());
  }
  return keys;
}

// What evaluation steps return (v8-script.h).
v8::Local<v8::Promise> Done(v8::Local<v8::Context> context) {
  const auto resolver = v8::Promise::Resolver::New(context).ToLocalChecked();
  resolver->Resolve(context, v8::Undefined(v8::Isolate::GetCurrent())).Check();
  return resolver->GetPromise();
}

ModuleRecord& RecordOf(v8::Isolate* isolate, v8::Local<v8::Module> module) {
  ModuleRecord* const record =
      StateOf<ModuleLoader>(isolate).map().Of(isolate, module);
  RT_CHECK(record != nullptr);
  return *record;
}

v8::MaybeLocal<v8::Value> EvaluateBuiltin(v8::Local<v8::Context> context,
                                          v8::Local<v8::Module> module) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  const std::string& name = RecordOf(isolate, module).source.url;
  const v8::Local<v8::Object> exports =
      Builtins(isolate)
          ->Get(context, NewString(isolate, name))
          .ToLocalChecked()
          .As<v8::Object>();
  for (const v8::Local<v8::String> key : Keys(isolate, exports)) {
    v8::Local<v8::Value> value;
    if (!exports->Get(context, key).ToLocal(&value)) return {};
    module->SetSyntheticModuleExport(isolate, key, value).Check();
  }
  return Done(context);
}

v8::MaybeLocal<v8::Value> EvaluateJson(v8::Local<v8::Context> context,
                                       v8::Local<v8::Module> module) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  ModuleRecord& record = RecordOf(isolate, module);
  module
      ->SetSyntheticModuleExport(isolate, NewString(isolate, "default"),
                                 record.json.Get(isolate))
      .Check();
  record.json.Reset();
  return Done(context);
}

// V8's error for a text that is no JSON says what and where, but not in which
// file.
v8::Local<v8::Value> JsonError(v8::Isolate* isolate, const std::string& url,
                               const v8::TryCatch& caught) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::Message> message = caught.Message();
  ErrorLocation location;
  location.file = url;
  location.line = message->GetLineNumber(context).FromMaybe(0);
  location.column = message->GetStartColumn(context).FromMaybe(-1) + 1;
  v8::Local<v8::String> source_line;
  if (message->GetSourceLine(context).ToLocal(&source_line)) {
    location.source_line = ToUtf8(isolate, source_line);
  }
  v8::Local<v8::Value> reason;
  if (!caught.Exception()
           .As<v8::Object>()
           ->Get(context, NewString(isolate, "message"))
           .ToLocal(&reason)) {
    reason = v8::String::Empty(isolate);
  }
  const v8::Local<v8::Value> error = v8::Exception::SyntaxError(NewString(
      isolate, absl::StrCat(DisplayPath(url), ": ", ToUtf8(isolate, reason))));
  SetErrorLocation(isolate, error, location);
  return error;
}

}  // namespace

absl::Status CheckBuiltin(v8::Isolate* isolate, const std::string& name) {
  const v8::Local<v8::Object> builtins = Builtins(isolate);
  if (builtins
          ->HasOwnProperty(isolate->GetCurrentContext(),
                           NewString(isolate, name))
          .FromMaybe(false)) {
    return absl::OkStatus();
  }
  std::vector<std::string> names;
  for (const v8::Local<v8::String> known : Keys(isolate, builtins)) {
    names.push_back(ToUtf8(isolate, known));
  }
  const std::string nearest = Nearest(name, names);
  return ResolveError(
      ResolveCode::kModuleNotFound,
      nearest.empty() ? absl::StrCat("rt has no such module; it has ",
                                     absl::StrJoin(names, ", "))
                      : absl::StrCat("rt has no such module; did you mean '",
                                     nearest, "'?"));
}

v8::MaybeLocal<v8::Module> NewBuiltinModule(v8::Isolate* isolate,
                                            const std::string& name) {
  const v8::Local<v8::String> key = NewString(isolate, name);
  v8::Local<v8::Value> exports;
  if (!Builtins(isolate)
           ->Get(isolate->GetCurrentContext(), key)
           .ToLocal(&exports)) {
    return {};
  }
  const std::vector<v8::Local<v8::String>> names =
      Keys(isolate, exports.As<v8::Object>());
  return v8::Module::CreateSyntheticModule(
      isolate, key,
      v8::MemorySpan<const v8::Local<v8::String>>(names.data(), names.size()),
      &EvaluateBuiltin);
}

v8::MaybeLocal<v8::Module> NewJsonModule(v8::Isolate* isolate,
                                         ModuleRecord& record,
                                         absl::string_view text) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> value;
  if (!v8::JSON::Parse(context, NewString(isolate, text)).ToLocal(&value)) {
    if (try_catch.HasTerminated()) {
      try_catch.ReThrow();
      return {};
    }
    const v8::Local<v8::Value> error =
        JsonError(isolate, record.source.url, try_catch);
    try_catch.Reset();
    isolate->ThrowException(error);
    try_catch.ReThrow();
    return {};
  }
  record.json.Reset(isolate, value);
  const v8::Local<v8::String> names[] = {NewString(isolate, "default")};
  return v8::Module::CreateSyntheticModule(
      isolate, NewString(isolate, record.source.url),
      v8::MemorySpan<const v8::Local<v8::String>>(names, 1), &EvaluateJson);
}

}  // namespace rt
