#include "runtime/loader/stack_trace.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

v8::MaybeLocal<v8::Value> CallMethod(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     const char* name) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> method;
  if (!object->Get(context, NewString(isolate, name)).ToLocal(&method) ||
      !method->IsFunction()) {
    return {};
  }
  return method.As<v8::Function>()->Call(context, object, 0, nullptr);
}

int NumberOf(v8::Local<v8::Context> context, v8::Local<v8::Object> site,
             const char* name) {
  v8::Local<v8::Value> value;
  if (!CallMethod(context, site, name).ToLocal(&value)) return 0;
  return value->Int32Value(context).FromMaybe(0);
}

// The frame as V8 writes it, "f (file:///a.ts:3:5)", with the original place.
std::string FrameText(v8::Local<v8::Context> context,
                      v8::Local<v8::Object> site) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> text;
  v8::Local<v8::Value> name;
  if (!CallMethod(context, site, "toString").ToLocal(&text)) return "<unknown>";
  std::string frame = ToUtf8(isolate, text);
  if (!CallMethod(context, site, "getScriptNameOrSourceURL").ToLocal(&name) ||
      !name->IsString()) {
    return frame;
  }
  const std::string script = ToUtf8(isolate, name);
  const int line = NumberOf(context, site, "getLineNumber");
  const int column = NumberOf(context, site, "getColumnNumber");
  const SourcePosition original =
      StateOf<PositionMapper>(isolate).Map(script, line, column);
  const std::string place = absl::StrCat(script, ":", line, ":", column);
  const size_t at = frame.rfind(place);
  if (at != frame.npos) {
    frame.replace(
        at, place.size(),
        absl::StrCat(original.file, ":", original.line, ":", original.column));
  }
  return frame;
}

// A function that the program has put in Error.prepareStackTrace, if any.
v8::MaybeLocal<v8::Function> ProgramsOwn(v8::Local<v8::Context> context,
                                         v8::Local<v8::Object>& error_class) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> value;
  v8::Local<v8::Value> prepare;
  if (!context->Global()
           ->Get(context, NewString(isolate, "Error"))
           .ToLocal(&value) ||
      !value->IsObject()) {
    return {};
  }
  error_class = value.As<v8::Object>();
  if (!error_class->Get(context, NewString(isolate, "prepareStackTrace"))
           .ToLocal(&prepare) ||
      !prepare->IsFunction()) {
    return {};
  }
  return prepare.As<v8::Function>();
}

// A v8::PrepareStackTraceCallback.
v8::MaybeLocal<v8::Value> Prepare(v8::Local<v8::Context> context,
                                  v8::Local<v8::Value> error,
                                  v8::Local<v8::Array> sites) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> error_class;
  v8::Local<v8::Function> own;
  if (ProgramsOwn(context, error_class).ToLocal(&own)) {
    v8::Local<v8::Value> arguments[] = {error, sites};
    return own->Call(context, error_class, 2, arguments);
  }
  v8::Local<v8::String> header;
  std::string stack = error->ToDetailString(context).ToLocal(&header)
                          ? ToUtf8(isolate, header)
                          : "Error";
  for (uint32_t i = 0; i < sites->Length(); ++i) {
    v8::Local<v8::Value> site;
    if (!sites->Get(context, i).ToLocal(&site) || !site->IsObject()) continue;
    absl::StrAppend(&stack, "\n    at ",
                    FrameText(context, site.As<v8::Object>()));
  }
  return NewString(isolate, stack);
}

}  // namespace

void MapStackTraces(v8::Isolate* isolate) {
  isolate->SetPrepareStackTraceCallback(&Prepare);
}

}  // namespace rt
