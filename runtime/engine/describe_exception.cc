#include "runtime/engine/describe_exception.h"

#include <optional>
#include <utility>

#include "runtime/base/line_of.h"
#include "runtime/engine/drop_exceptions.h"
#include "runtime/engine/error_location.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

std::string Property(IsolateScope& scope, v8::Local<v8::Object> object,
                     const char* name) {
  const DropExceptions drop(scope.isolate());
  v8::Local<v8::Value> value;
  if (!object->Get(scope.context(), NewString(scope.isolate(), name))
           .ToLocal(&value) ||
      !value->IsString()) {
    return "";
  }
  return ToUtf8(scope.isolate(), value);
}

// Empty where showing it throws, as a proxy or a getter may.
std::string Inspect(IsolateScope& scope, v8::Local<v8::Value> value) {
  const DropExceptions drop(scope.isolate());
  v8::Local<v8::Value> text;
  if (!scope.InternalFunction("inspect")
           ->Call(scope.context(), v8::Undefined(scope.isolate()), 1, &value)
           .ToLocal(&text)) {
    return "";
  }
  return ToUtf8(scope.isolate(), text);
}

// A place in a script, as V8 has it.
struct Place {
  std::string script;
  int line = 0;
  int column = 0;  // from 1
  std::string source_line;
};

// The innermost frame of the program, where there is one.
std::optional<Place> FindProgramFrame(IsolateScope& scope,
                                      v8::Local<v8::StackTrace> stack) {
  v8::Isolate* const isolate = scope.isolate();
  if (stack.IsEmpty()) return std::nullopt;
  for (int i = 0; i < stack->GetFrameCount(); ++i) {
    const v8::Local<v8::StackFrame> frame =
        stack->GetFrame(isolate, static_cast<uint32_t>(i));
    const v8::Local<v8::String> source = frame->GetScriptSource();
    // V8's own functions have none.
    if (frame->GetScriptName().IsEmpty() || source.IsEmpty()) continue;
    const std::string script = ToUtf8(isolate, frame->GetScriptName());
    if (script == kBuiltinsScript) continue;
    return Place{script, frame->GetLineNumber(), frame->GetColumn(),
                 LineOf(ToUtf8(isolate, source), frame->GetLineNumber())};
  }
  return std::nullopt;
}

// Where the program is, if rt's own modules threw for it.
std::optional<Place> FindPlace(IsolateScope& scope,
                               v8::Local<v8::Message> message) {
  v8::Isolate* const isolate = scope.isolate();
  if (!message->GetScriptResourceName()->IsString()) return std::nullopt;
  Place place;
  place.script = ToUtf8(isolate, message->GetScriptResourceName());
  // A line of the bundle that these are in would tell nobody anything.
  if (place.script == kBuiltinsScript) {
    return FindProgramFrame(scope, message->GetStackTrace());
  }
  place.line = message->GetLineNumber(scope.context()).FromMaybe(0);
  place.column = message->GetStartColumn(scope.context()).FromMaybe(-1) + 1;
  v8::Local<v8::String> source_line;
  if (message->GetSourceLine(scope.context()).ToLocal(&source_line)) {
    place.source_line = ToUtf8(isolate, source_line);
  }
  return place;
}

}  // namespace

void DescribePlace(IsolateScope& scope, v8::Local<v8::Message> message,
                   ScriptError& error) {
  const std::optional<Place> place = FindPlace(scope, message);
  if (!place.has_value()) return;
  const auto& mapper = scope.host().State<PositionMapper>();
  const SourcePosition original =
      mapper.Map(place->script, place->line, place->column);
  error.file = std::string(original.file);
  error.line = original.line;
  error.column = original.column;
  error.source_line = mapper.SourceLine(place->script, original);
  // V8 has the line that it compiled.
  const bool is_the_same = error.file == place->script &&
                           error.line == place->line &&
                           error.column == place->column;
  if (error.source_line.empty() && is_the_same) {
    error.source_line = place->source_line;
  }
}

ScriptError DescribeException(IsolateScope& scope,
                              v8::Local<v8::Value> exception,
                              v8::Local<v8::Message> message) {
  v8::Isolate* const isolate = scope.isolate();
  ScriptError error;
  // First, since V8 forgets where an error was made once its stack is text.
  if (message.IsEmpty()) {
    message = v8::Exception::CreateMessage(isolate, exception);
  }
  if (exception->IsObject()) {
    const v8::Local<v8::Object> object = exception.As<v8::Object>();
    error.name = Property(scope, object, "name");
    error.message = Property(scope, object, "message");
    error.stack = Property(scope, object, "stack");
  }
  if (!exception->IsNativeError() && error.stack.empty()) {
    error.message = ToUtf8(isolate, exception);
  }
  error.inspected = Inspect(scope, exception);
  if (error.inspected.empty()) {
    error.inspected = !error.stack.empty() ? error.stack : error.message;
  }
  if (std::optional<ErrorLocation> noted =
          GetErrorLocation(isolate, exception)) {
    error.file = std::move(noted->file);
    error.line = noted->line;
    error.column = noted->column;
    error.source_line = std::move(noted->source_line);
  } else {
    DescribePlace(scope, message, error);
  }
  return error;
}

}  // namespace rt
