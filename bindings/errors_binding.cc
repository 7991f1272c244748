#include "bindings/errors_binding.h"

#include "bindings/glue/arguments.h"
#include "runtime/engine/describe_exception.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/policy/policy.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

RealmControl& Control(const Info& info) {
  return IsolateHost::Of(info.GetIsolate()).control();
}

// describe(error): [message, file, line, column]
void Describe(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  IsolateScope scope(IsolateHost::Of(isolate));
  const ScriptError error = DescribeException(scope, info[0], {});
  v8::Local<v8::Value> values[] = {
      NewString(isolate, error.name.empty()
                             ? "Uncaught " + error.message
                             : "Uncaught " + error.name + ": " + error.message),
      NewString(isolate, error.file), v8::Integer::New(isolate, error.line),
      v8::Integer::New(isolate, error.column)};
  info.GetReturnValue().Set(v8::Array::New(isolate, values, 4));
}

// hasOtherPlaces(script)
void HasOtherPlaces(const Info& info) {
  const Arguments args(info);
  args.Return(StateOf<PositionMapper>(args.isolate()).Find(args.String(0)) !=
              nullptr);
}

// originalPlace(script, line, column): [file, line, column], or undefined where
// the place is the one that was asked for
void OriginalPlace(const Info& info) {
  const Arguments args(info);
  v8::Isolate* const isolate = args.isolate();
  const std::string script = args.String(0);
  const int line = static_cast<int>(args.Integer(1));
  const int column = static_cast<int>(args.Integer(2));
  const SourcePosition place =
      StateOf<PositionMapper>(isolate).Map(script, line, column);
  if (place.file == script && place.line == line && place.column == column) {
    return;
  }
  v8::Local<v8::Value> values[] = {NewString(isolate, place.file),
                                   v8::Integer::New(isolate, place.line),
                                   v8::Integer::New(isolate, place.column)};
  info.GetReturnValue().Set(v8::Array::New(isolate, values, 3));
}

// reportUncaught(error)
void ReportUncaught(const Info& info) { Control(info).ReportUncaught(info[0]); }

// mayExit(): throws in a sandbox
void MayExit(const Info& info) {
  if (Control(info).policy() == nullptr) return;
  ThrowStatus(info.GetIsolate(),
              DeniedAlways("exit", "it would end the whole process"));
}

// exit(code)
void Exit(const Info& info) {
  if (Control(info).policy() != nullptr) {
    MayExit(info);
    return;
  }
  Control(info).RequestExit(static_cast<int>(Arguments(info).Integer(0)));
}

constexpr NativeFunction kFunctions[] = {{"describe", &Describe},
                                         {"hasOtherPlaces", &HasOtherPlaces},
                                         {"originalPlace", &OriginalPlace},
                                         {"reportUncaught", &ReportUncaught},
                                         {"mayExit", &MayExit},
                                         {"exit", &Exit}};

}  // namespace

NativeModule ErrorsBinding() { return {"errors", kFunctions}; }

}  // namespace rt
