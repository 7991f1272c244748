#include "runtime/loader/compile_module.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/engine/describe_exception.h"
#include "runtime/engine/error_location.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/common_js.h"
#include "runtime/loader/mapped_positions.h"
#include "runtime/loader/resolve/resolve_error.h"
#include "runtime/loader/synthetic_module.h"
#include "runtime/loader/typescript/transpiled_positions.h"
#include "runtime/loader/typescript/transpiler.h"

namespace rt {
namespace {

v8::MaybeLocal<v8::Module> CompileJavaScript(v8::Isolate* isolate,
                                             const ModuleRecord& record,
                                             absl::string_view text) {
  v8::ScriptOrigin origin(NewString(isolate, record.source.url), 0, 0, false,
                          -1, {}, false, false, true);
  v8::ScriptCompiler::Source source(NewString(isolate, text), origin);
  return v8::ScriptCompiler::CompileModule(isolate, &source);
}

v8::MaybeLocal<v8::Module> CompileTypeScript(v8::Isolate* isolate,
                                             const ModuleRecord& record,
                                             absl::string_view text) {
  const std::shared_ptr<const Transpiled> transpiled =
      StateOf<Transpiler>(isolate).Transpile(isolate, record.source.url, text);
  if (transpiled == nullptr) return {};
  auto positions = std::make_shared<const TranspiledPositions>(
      record.source.url, record.source.path, text, transpiled->map);
  StateOf<PositionMapper>(isolate).Add(record.source.url, std::move(positions));
  return CompileJavaScript(isolate, record, transpiled->code);
}

v8::MaybeLocal<v8::Module> Compile(v8::Isolate* isolate, ModuleRecord& record,
                                   absl::string_view text) {
  switch (record.source.format) {
    case ModuleFormat::kBuiltin:
      return NewBuiltinModule(isolate, record.source.url);
    case ModuleFormat::kJson:
      return NewJsonModule(isolate, record, text);
    case ModuleFormat::kTypeScript:
      return CompileTypeScript(isolate, record, text);
    case ModuleFormat::kJavaScript:
    case ModuleFormat::kJavaScriptOrCommonJs:
      return CompileJavaScript(isolate, record, text);
  }
  return {};
}

// V8 takes "@" for no token at all, and nothing else has one outside of texts
// and comments.
bool IsDecorator(v8::Isolate* isolate, v8::Local<v8::Message> message) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::String> line;
  if (message.IsEmpty() || !message->GetSourceLine(context).ToLocal(&line)) {
    return false;
  }
  const int column = message->GetStartColumn(context).FromMaybe(-1);
  const v8::String::Value text(isolate, line);
  const int length = static_cast<int>(text.length());
  if (column < 0 || column + 1 >= length || (*text)[column] != '@') {
    return false;
  }
  const uint16_t next = (*text)[column + 1];
  return next >= 0x80 ||
         absl::ascii_isalpha(static_cast<unsigned char>(next)) || next == '_' ||
         next == '$' || next == '(';
}

// The error for a text that does not compile, with the place where it is wrong.
v8::Local<v8::Value> CompileError(v8::Isolate* isolate,
                                  const v8::TryCatch& try_catch) {
  if (!IsDecorator(isolate, try_catch.Message())) return try_catch.Exception();
  ScriptError place;
  IsolateScope scope(IsolateHost::Of(isolate));
  DescribePlace(scope, try_catch.Message(), place);
  const v8::Local<v8::Value> error = v8::Exception::SyntaxError(NewString(
      isolate,
      "decorators are not supported: V8 has no syntax for them, and rt takes "
      "only types away. A tool can compile them, with a source map that keeps "
      "the lines right: `esbuild --bundle --format=esm --target=es2022 "
      "--sourcemap --outfile=OUT.js FILE`"));
  SetErrorLocation(isolate, error,
                   {place.file, place.line, place.column, place.source_line});
  return error;
}

absl::StatusOr<std::string> Read(FileTree& files, const ModuleRecord& record) {
  if (record.source.format == ModuleFormat::kBuiltin) return std::string();
  absl::StatusOr<std::string> text = files.Read(record.source.path);
  if (text.ok() && text->size() > v8::String::kMaxLength) {
    return absl::ResourceExhaustedError(
        absl::StrCat(record.source.path, " is larger than V8's limit of ",
                     v8::String::kMaxLength >> 20, " MB for a text"));
  }
  return text;
}

}  // namespace

absl::Status CompileRecord(v8::Isolate* isolate, ModuleMap& map,
                           FileTree& files, Resolver& resolver,
                           ModuleRecord& record) {
  if (!record.module.IsEmpty() || !record.error.IsEmpty()) {
    return absl::OkStatus();
  }
  const absl::StatusOr<std::string> content = Read(files, record);
  if (!content.ok()) return content.status();
  absl::string_view text = *content;
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");

  const bool may_be_common_js =
      record.source.format == ModuleFormat::kJavaScriptOrCommonJs;
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Module> module;
  if (!Compile(isolate, record, text).ToLocal(&module)) {
    if (try_catch.HasTerminated()) return absl::OkStatus();
    if (may_be_common_js && UsesCommonJsNames(text)) {
      return resolver.CommonJsError(record.source.path);
    }
    record.error.Reset(isolate, CompileError(isolate, try_catch));
    return absl::OkStatus();
  }
  if (may_be_common_js && UsesCommonJsNames(text) &&
      !HasModuleSyntax(isolate, module)) {
    return resolver.CommonJsError(record.source.path);
  }
  map.SetModule(isolate, record, module);
  const bool is_as_written =
      may_be_common_js || record.source.format == ModuleFormat::kJavaScript;
  if (is_as_written && IsolateHost::Of(isolate).control().maps_sources()) {
    NoteSourceMap(isolate, module, files, record.source.url, record.source.path,
                  text);
  }
  return absl::OkStatus();
}

}  // namespace rt
